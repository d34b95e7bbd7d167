package e16_sor;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** The methods of a process that the others call. */
public interface Neighbour extends Remote {
    /** Delivers the row above or below this process's. Returns when there is room for it. */
    void deliver(boolean isAbove, double[] row) throws RemoteException, InterruptedException;

    /** Returns the largest change of all processes, when the last one has contributed its own. */
    double maximum(double change) throws RemoteException, InterruptedException;

    /** Returns the sum of each row. */
    double[] sums() throws RemoteException;
}
