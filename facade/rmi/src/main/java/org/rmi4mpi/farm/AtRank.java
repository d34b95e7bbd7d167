package org.rmi4mpi.farm;

import java.rmi.RemoteException;
import java.rmi.UnexpectedException;
import java.util.concurrent.CompletableFuture;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;

/**
 * Runs lambdas at a rank, without an interface or an exported object. {@code Ranks.at(3)} makes one:
 *
 * <pre>
 * long free = Ranks.at(3).call(() -&gt; Runtime.getRuntime().freeMemory());
 * </pre>
 *
 * <p>The lambda and all that it captures are copied to the rank, and its result back, as arguments and results of remote
 * calls are. Its class must be on the class path of both ranks, unless
 * classes travel ({@code rmi4mpirun --share-classes}). It runs on a thread that runs remote methods there, or on
 * this thread if the rank is this one. Stateless.
 */
public final class AtRank {
    private final int rank;
    private final TaskHost host;

    /**
     * @throws IllegalArgumentException if the job has no such rank
     * @throws IllegalStateException if no job runs
     */
    public static AtRank of(int rank) {
        ReferenceLayer layer = ReferenceLayer.current();
        FarmService.check(layer, rank);
        return new AtRank(rank, FarmService.host(layer, rank));
    }

    private AtRank(int rank, TaskHost host) {
        this.rank = rank;
        this.host = host;
    }

    /**
     * Runs a task there, and waits for its result.
     *
     * @throws java.rmi.MarshalException if the task or its result cannot be serialized; its cause names the object
     * @throws RemoteException if the rank cannot be reached
     * @throws Exception any exception of the task
     */
    @SuppressWarnings("unchecked") // the host returns what the task has returned
    public <T> T call(SerializableCallable<T> task) throws Exception {
        return (T) host.call(task);
    }

    /**
     * Runs a task there, and waits until it has ended. Runtime exceptions and errors of the task are thrown here.
     *
     * @throws java.rmi.UnexpectedException if the task threw a checked exception although it declares none, which is the
     *     cause
     * @throws RemoteException as {@link #call}
     */
    public void run(SerializableRunnable task) throws RemoteException {
        try {
            host.call(new Action(task));
        } catch (RemoteException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new UnexpectedException("undeclared checked exception", e);
        }
    }

    /**
     * Runs a task there, and does not wait for it. Tasks that one thread gives to one rank begin in their order, each
     * after the earlier one has ended or waits.
     *
     * @return the future of the result. It fails with the task's exception. If it is cancelled, the task does not begin,
     *     or is interrupted.
     * @throws java.rmi.MarshalException if the task cannot be serialized; its cause names the object
     */
    @SuppressWarnings("unchecked")
    public <T> CompletableFuture<T> async(SerializableCallable<T> task) throws RemoteException {
        try {
            Stubs.async(host).call(task);
        } catch (RemoteException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("the call has not been made yet", e);
        }
        return (CompletableFuture<T>) ReferenceLayer.current().takeFuture();
    }

    /** As {@link #async(SerializableCallable)}, for a task without a result. */
    public CompletableFuture<Void> async(SerializableRunnable task) throws RemoteException {
        return async(new Action(task));
    }

    @Override
    public String toString() {
        return "rank " + rank;
    }
}
