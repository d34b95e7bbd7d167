package names;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Bell extends Remote {
    void ring() throws RemoteException;

    /** Looks a name up in the registry of rank 0. */
    String look(String name) throws RemoteException;
}
