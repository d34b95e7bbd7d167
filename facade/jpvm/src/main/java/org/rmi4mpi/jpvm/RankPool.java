package org.rmi4mpi.jpvm;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** What the ranks of a job ask of each other about their tasks. */
interface RankPool extends Remote {
    /** Starts a task. */
    Started spawn(SpawnOrder order) throws RemoteException;

    PoolState state() throws RemoteException;

    /** Ends a task from outside; false where there is none of this port. */
    boolean kill(int port) throws RemoteException;

    /** Of rank 0: the job is to end. */
    void halt() throws RemoteException;

    /** The job ends: what still runs is ended. */
    void end() throws RemoteException;
}
