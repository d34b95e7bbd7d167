package gate;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Is named by no signature. */
public interface Admin extends Remote {
    void format() throws RemoteException;
}
