package e05_callbacks;

import java.io.Serializable;
import java.rmi.Remote;
import java.rmi.RemoteException;

/** Looks for the number from which Collatz's sequence takes the most steps down to 1. */
public interface Searcher extends Remote {
    record Best(long number, int steps) implements Serializable {}

    /** Reports to the listener, at each quarter of the way. */
    Best search(long first, int count, Listener listener) throws RemoteException;

    /** The best so far. */
    Best best() throws RemoteException;
}
