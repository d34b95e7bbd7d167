package e17_salesperson;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** An object of process 0 that gives out the beginnings of tours, and knows the shortest tour so far. */
interface Desk extends Remote {
    /** Returns the cities that the next tours begin with; null if there are no more. */
    byte[] next() throws RemoteException;

    /** Reports a tour. If it is the shortest one, all processes are told. */
    void found(int length) throws RemoteException;
}
