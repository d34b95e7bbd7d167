package org.rmi4mpi.trace;

import java.io.IOException;
import java.rmi.Remote;
import java.rmi.RemoteException;

/** Takes the events of all ranks. An object of rank 0. */
interface TraceHome extends Remote {
    /** The number of its object in each rank. */
    long OBJECT_ID = 12;

    /** The time of its rank's clock: {@link System#nanoTime}. */
    long time() throws RemoteException;

    /**
     * Names a rank. Called before its parts come.
     *
     * @param host the rank's host
     */
    void begin(int rank, String host, long process) throws IOException;

    /**
     * Takes events. Those of a thread come in their order.
     *
     * @param offset what has to be added to their times, in nanoseconds
     */
    void take(int rank, long offset, TracePart part) throws IOException;

    /** The rank has sent all. */
    void end(int rank, long dropped) throws IOException;
}
