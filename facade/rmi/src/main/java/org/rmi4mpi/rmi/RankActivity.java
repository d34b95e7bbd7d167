package org.rmi4mpi.rmi;

import java.io.Serializable;
import java.rmi.Remote;
import java.rmi.RemoteException;

/** Describes the activity of a rank's program. Each rank of a --rmi job has one object of this type. */
interface RankActivity extends Remote {
    /**
     * A state at rest. If two looks give equal states, nothing has happened between them.
     *
     * @param cpuNs CPU time of the parked threads, in ns
     * @param calls when the calls began for whose replies threads wait: the sum of these times
     * @param begun how often a thread has begun to wait for a name or a registry
     * @param awaits whether a thread is waiting for one now
     * @param words the activity of main, in words
     */
    record Rest(long cpuNs, long calls, long begun, boolean awaits, String words) implements Serializable {
        private static final long serialVersionUID = 1L;

        static final Rest ENDED = new Rest(0, 0, 0, false, "has ended");
    }

    /**
     * Returns null while a thread of the program can go on by itself, or one that runs a method. A thread that waits for the
     * reply to a call cannot: the rank that it has called tells whether the method goes on.
     */
    Rest rest() throws RemoteException;
}
