package threads;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.locks.ReentrantLock;

/** A lock that the first call brings, and that its holder keeps from one call to the next, and a counter that it guards. */
public interface Desk extends Remote {
    void lock(ReentrantLock brought) throws RemoteException;

    void unlock() throws RemoteException;

    int count() throws RemoteException;

    void count(int value) throws RemoteException;

    void ping() throws RemoteException;
}
