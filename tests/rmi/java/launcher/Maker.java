package launcher;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Known to the launcher. Its results are not. */
public interface Maker extends Remote {
    Object make(String text) throws RemoteException;
}
