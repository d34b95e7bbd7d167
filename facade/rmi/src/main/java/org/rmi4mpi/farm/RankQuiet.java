package org.rmi4mpi.farm;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Tells when a rank is quiet. */
interface RankQuiet extends Remote {
    /** The time is over. */
    long TIMEOUT = -1;

    /**
     * Waits until this rank is quiet: no remote method runs, the calls that it has made have ended, or have begun where
     * nobody waits for them, and its executors have no task.
     *
     * @return the amount of calls and tasks that this rank has made without waiting for each; {@link #TIMEOUT}
     */
    long await(long timeoutNs) throws RemoteException;
}
