package names;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Porter extends Remote {
    /** Looks a name up, for the caller. */
    String look(String name) throws RemoteException;
}
