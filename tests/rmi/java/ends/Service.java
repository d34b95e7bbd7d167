package ends;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Service extends Remote {
    String ping(String text) throws RemoteException;

    void shutdown() throws RemoteException;

    void shutdownSoon() throws RemoteException;
}
