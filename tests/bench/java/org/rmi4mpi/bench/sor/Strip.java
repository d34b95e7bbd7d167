package org.rmi4mpi.bench.sor;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** What a rank offers to the others. */
public interface Strip extends Remote {
    /** Brings the row above or below this rank's. Returns when there is room for it. */
    void deliver(boolean isAbove, double[] row) throws RemoteException, InterruptedException;

    /** Returns the largest of the changes of all ranks, when the last one has brought its own. */
    double maximum(double change) throws RemoteException, InterruptedException;
}
