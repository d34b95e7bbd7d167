package org.rmi4mpi.rmi;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.rmi4mpi.ref.CallInfo;
import org.rmi4mpi.ref.Interceptor;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;

/**
 * Other ways to make the calls of a stub. Each method returns a view: a stub of the same object, of which further views
 * can be made. If a view is sent to another rank, it arrives as a plain stub. Stateless.
 *
 * <p>A remote method that returns a {@link CompletableFuture} or {@link java.util.concurrent.CompletionStage} needs no
 * view. Its stub returns as soon as the call has been sent. The caller's future completes when the method's future
 * does. That may be later than the method's return, and no thread waits for it.
 *
 * <p>A thread that waits for such a future by {@code join} or {@code get} polls, like a thread that waits for a call.
 * Dependents of the future run on a thread without user frames beneath, as remote methods do. If the future is complete
 * already, they run at once.
 *
 * <p>If the holder cancels or completes the future, its call is cancelled. A call that has not begun does not begin.
 * The thread of a running call is interrupted. If the method has returned a future, that future is cancelled.
 */
public final class Calls {
    private Calls() {}

    /**
     * A view whose methods without a result return as soon as the call has been sent. Exceptions of these methods are
     * lost. Calls by one thread to one object begin in their order. A caller that is far ahead of the callee waits
     * until some of its calls have begun.
     *
     * @throws IllegalArgumentException if the argument is not a stub of this job
     */
    public static <T extends Remote> T oneWay(T stub) {
        return Stubs.oneWay(stub);
    }

    /**
     * A view whose methods return null, 0 or false as soon as the call has been sent. A future has the result: {@code
     * CompletableFuture<Integer> sum = Calls.future(Calls.async(adder).add(1, 2))}. Order and limits are those of
     * {@link #oneWay}. If the arguments cannot be written, the method throws; all other failures complete the future.
     *
     * @throws IllegalArgumentException if the argument is not a stub of this job
     */
    public static <T extends Remote> T async(T stub) {
        return Stubs.async(stub);
    }

    /**
     * A view whose methods return at once, and whose calls travel packed: many small calls to an object share a message.
     * It leaves when it is full, after a millisecond, or when a rank waits until the job is quiet ({@link
     * Ranks#quiesce}). While the called rank is behind, the message fills up first. Exceptions of the methods are lost, and calls may run in any order, some at the same time. Any
     * thread may use the view. Make one for each object, and keep it.
     *
     * <p>Only methods without a result can be called. If an argument cannot be written, the method throws. A thread of
     * the program that is far ahead of the callee waits. If a full message cannot be sent, the call that has filled it
     * throws a {@link RemoteException}, and all its calls are lost. Those of other messages are counted on standard error.
     *
     * @throws IllegalArgumentException if the argument is not a stub of this job
     */
    public static <T extends Remote> T aggregated(T stub) {
        return ReferenceLayer.current().aggregated(stub);
    }

    /**
     * The future of the last call that this thread has made by an {@link #async} view.
     *
     * @param ofCall the value that this call returned; used only for its type
     * @throws IllegalStateException if the thread has made no such call, or has taken its future
     */
    @SuppressWarnings("unchecked")
    public static <R> CompletableFuture<R> future(R ofCall) {
        return (CompletableFuture<R>) ReferenceLayer.current().takeFuture();
    }

    /** Like {@link #future(Object)}, for a method without a result. */
    public static CompletableFuture<Void> future() {
        return future((Void) null);
    }

    /**
     * A view whose calls carry metadata, in addition to those of the stub. Metadata are strings, which the method finds
     * in {@link #current}, and {@link Interceptor}s see.
     *
     * @throws IllegalArgumentException if the argument is not a stub of this job
     */
    public static <T extends Remote> T withMetadata(T stub, Map<String, String> metadata) {
        return Stubs.with(stub, metadata);
    }

    /**
     * A batch of calls to the stub's object, which travel in one message.
     *
     * @throws IllegalArgumentException if the argument is not a stub of this job
     */
    public static <T extends Remote> Batch<T> batch(T stub) {
        return new Batch<>(stub);
    }

    /**
     * One stub for many objects.
     *
     * @param stubs stubs of the members, in their order; at least one
     * @throws RemoteException if no job runs
     */
    public static <T extends Remote> Group<T> group(Collection<? extends T> stubs) throws RemoteException {
        return new Group<>(stubs);
    }

    // ---- interceptors

    /**
     * Adds an interceptor for all later calls that this rank makes or serves. It comes after the earlier interceptors.
     */
    public static void intercept(Interceptor interceptor) {
        ReferenceLayer.current().interceptors().add(interceptor);
    }

    public static void stopIntercepting(Interceptor interceptor) {
        ReferenceLayer.current().interceptors().remove(interceptor);
    }

    /** The call whose method this thread runs; null if it runs none. */
    public static CallInfo current() {
        return ReferenceLayer.currentCall();
    }

    /** The rank that has called the method which this thread runs; -1 if it runs none. */
    public static int callerRank() {
        return ReferenceLayer.callerRank();
    }

    // ---- time

    /**
     * A view whose calls have a time limit. A call that exceeds it throws {@link org.rmi4mpi.ref.CallTimeoutException},
     * or completes its future with that exception. Then the call is cancelled, as described above.
     *
     * @param timeout zero for no limit
     * @throws IllegalArgumentException if the argument is not a stub of this job, or if the time is negative
     */
    public static <T extends Remote> T withTimeout(T stub, Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException(
                    "time-out " + timeout + " < 0: give a positive time, or zero for no limit");
        }
        return Stubs.within(stub, TimeUnit.NANOSECONDS.convert(timeout));
    }
}
