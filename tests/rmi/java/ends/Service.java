package ends;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Service extends Remote {
    interface Reminder extends Remote {
        void remind(String text) throws RemoteException;
    }

    String ping(String text) throws RemoteException;

    /** Calls the caller back, later. */
    void remind(Reminder reminder) throws RemoteException;

    /** Calls the caller back, and does not return. */
    void keep(Reminder reminder) throws RemoteException;

    void shutdown() throws RemoteException;

    void shutdownSoon() throws RemoteException;

    /** By a thread that holds the object's monitor. */
    void shutdownWithLock() throws RemoteException;

    /** Takes the object's monitor. */
    String pingWithLock(String text) throws RemoteException;
}
