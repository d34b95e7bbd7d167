package org.rmi4mpi.bench.sor;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** The methods of a rank that the other ranks call. */
public interface Strip extends Remote {
    /** Delivers the row above or below this rank's. Returns when there is room for it. */
    void deliver(boolean isAbove, double[] row) throws RemoteException, InterruptedException;

    /** Returns the largest change of all ranks, when the last one has contributed its own. */
    double maximum(double change) throws RemoteException, InterruptedException;
}
