package org.rmi4mpi.jpvm;

import java.rmi.Remote;
import java.rmi.RemoteException;
import org.rmi4mpi.jpvm.task.SpawnOrder;

/** Remote calls between the ranks of a job about their tasks. */
interface RankPool extends Remote {
    /** Starts a task. */
    SpawnOutcome spawn(SpawnOrder order) throws RemoteException;

    PoolState state() throws RemoteException;

    /** Ends a task. Returns false if this rank has no task with this port. */
    boolean kill(int port) throws RemoteException;

    /** Called on rank 0 to end the job. */
    void halt() throws RemoteException;

    /** Ends all tasks, at the end of the job. */
    void end() throws RemoteException;
}
