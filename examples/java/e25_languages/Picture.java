package e25_languages;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Draws the plate, at a rank in Python. */
public interface Picture extends Remote {
    /** Draws the rows that the strips have now. Returns the number of pictures so far. */
    int draw(Strip[] strips, int iteration) throws RemoteException;
}
