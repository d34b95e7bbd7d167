package org.rmi4mpi.rmi;

import java.io.Serializable;
import java.rmi.Remote;
import java.rmi.RemoteException;

/** What the program of a rank does; each rank of a --rmi job has one. */
interface RankActivity extends Remote {
    /**
     * The same of two looks: nothing has happened between them.
     *
     * @param cpuNs what the threads have used that are parked
     * @param begun how many times a thread has begun to wait for a name or a registry
     * @param awaits whether one does so now
     * @param words what main does
     */
    record Rest(long cpuNs, long begun, boolean awaits, String words) implements Serializable {
        private static final long serialVersionUID = 1L;

        static final Rest ENDED = new Rest(0, 0, false, "has ended");
    }

    /** Null while a thread of the program may go on by itself, or runs a method for another rank. */
    Rest rest() throws RemoteException;
}
