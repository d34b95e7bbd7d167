package semantics;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.Registry;

public interface Named extends Remote {
    String name() throws RemoteException;

    /** Waits until all ranks are here. */
    default void meet(int ranks) throws RemoteException, InterruptedException {
        throw new UnsupportedOperationException();
    }

    default String[] namesIn(Registry registry) throws RemoteException {
        return registry.list();
    }
}
