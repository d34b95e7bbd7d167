package e05_callbacks;

import java.io.Serializable;
import java.rmi.Remote;
import java.rmi.RemoteException;

/** Searches for the number with the longest Collatz sequence down to 1. */
public interface Searcher extends Remote {
    record Best(long number, int steps) implements Serializable {}

    /** Searches, and reports to the listener four times. */
    Best search(long first, int count, Listener listener) throws RemoteException;

    /** The best number so far. */
    Best best() throws RemoteException;
}
