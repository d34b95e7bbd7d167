package org.rmi4mpi.farm;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** A rank that runs tasks. */
interface TaskHost extends Remote {
    /**
     * Runs a task now.
     *
     * @return its result
     * @throws Exception any exception of the task
     */
    Object call(Callable<?> task) throws Exception;

    /**
     * Queues a task of an executor.
     *
     * @param executor differs from those of all other executors of the job
     * @param depth 0 for a task that a program submits, one more than that of its parent for a task that a task submits;
     *     deeper tasks run first
     * @return completes when the task has ended, or with {@link Withdrawn}
     */
    CompletableFuture<Object> enqueue(long executor, int depth, Callable<?> task) throws RemoteException;

    /**
     * Withdraws tasks of an executor that have not begun. Each one's future completes with {@link Withdrawn}.
     *
     * @param most the largest number
     * @return how many
     */
    int withdraw(long executor, int most) throws RemoteException;

    /**
     * Waits until this rank could run more tasks than it has, because tasks that it runs wait for something.
     *
     * @return completes with the number of tasks that wait
     */
    CompletableFuture<Integer> awaitNeed() throws RemoteException;

    /**
     * Waits until no task of an executor runs or waits here. Asked when the executor sends no more.
     *
     * @return completes then
     */
    CompletableFuture<Void> awaitEnd(long executor) throws RemoteException;

    /** Number of tasks that this rank runs at once, without those that wait. */
    int workers() throws RemoteException;

    /** The result of a task that did not run. */
    enum Withdrawn {
        WITHDRAWN
    }
}
