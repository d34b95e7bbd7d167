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
 * Other ways to make the calls of a stub: views of it, which call the same object, and of which further views can be
 * made. They are stubs; sent elsewhere, they become plain ones. Stateless.
 *
 * <p>A remote method that returns a {@link CompletableFuture} or {@link java.util.concurrent.CompletionStage} needs no
 * view. Its stub returns as soon as the call has been sent; the future is complete when that which the method has returned
 * is, be it later: no thread waits meanwhile.
 *
 * <p>A thread that waits for such a future by {@code join} or {@code get} polls, as one does that waits for a call. What
 * depends on the future runs on a thread without user frames beneath, as remote methods do; where the future is complete
 * already, at once. A future that is cancelled, or
 * that its holder completes, lets go of its call: one that has not begun does not begin; the thread of one that runs is
 * interrupted; a future that the method has returned is cancelled.
 */
public final class Calls {
    private Calls() {}

    /**
     * A view whose methods without a result return as soon as the call has been sent. Exceptions of the method are lost.
     * Calls that one thread makes so to one object begin in their order. A caller that is far ahead of the object's rank
     * waits until that has begun some of its calls.
     *
     * @throws IllegalArgumentException where it is no stub of an object of this job
     */
    public static <T extends Remote> T oneWay(T stub) {
        return Stubs.oneWay(stub);
    }

    /**
     * A view whose methods return as soon as the call has been sent: null, 0 or false. What they result in is had by a
     * future: {@code CompletableFuture<Integer> sum = Calls.future(Calls.async(adder).add(1, 2))}. Order and limits are
     * those of {@link #oneWay}. Arguments that cannot be written are told of at once, all else by the future.
     *
     * @throws IllegalArgumentException where it is no stub of an object of this job
     */
    public static <T extends Remote> T async(T stub) {
        return Stubs.async(stub);
    }

    /**
     * The future of the call that this thread has just made by a view of {@link #async}.
     *
     * @param ofCall what that call has returned, which says nothing but of which type the result is
     * @throws IllegalStateException where the thread has made none, or has taken its future
     */
    @SuppressWarnings("unchecked")
    public static <R> CompletableFuture<R> future(R ofCall) {
        return (CompletableFuture<R>) ReferenceLayer.current().takeFuture();
    }

    /** As {@link #future(Object)}, after a method without a result. */
    public static CompletableFuture<Void> future() {
        return future((Void) null);
    }

    /**
     * A view whose calls carry metadata, beside those that the stub's calls carry already: strings that the method finds in
     * {@link #current}, and {@link Interceptor}s on the way.
     *
     * @throws IllegalArgumentException where it is no stub of an object of this job
     */
    public static <T extends Remote> T withMetadata(T stub, Map<String, String> metadata) {
        return Stubs.with(stub, metadata);
    }

    /**
     * A batch of calls to a stub's object, which travel in one message.
     *
     * @throws IllegalArgumentException where it is no stub of an object of this job
     */
    public static <T extends Remote> Batch<T> batch(T stub) {
        return new Batch<>(stub);
    }

    /**
     * One stub for many objects.
     *
     * @param stubs of the members, in their order; one or more
     * @throws RemoteException where no job runs
     */
    public static <T extends Remote> Group<T> group(Collection<? extends T> stubs) throws RemoteException {
        return new Group<>(stubs);
    }

    // ---- interceptors

    /** All calls of this rank, made and served, come to it from now on: after those that were there before. */
    public static void intercept(Interceptor interceptor) {
        ReferenceLayer.current().interceptors().add(interceptor);
    }

    public static void stopIntercepting(Interceptor interceptor) {
        ReferenceLayer.current().interceptors().remove(interceptor);
    }

    /** The call whose method this thread runs; null where it runs none. */
    public static CallInfo current() {
        return ReferenceLayer.currentCall();
    }

    /** The rank that has called the method which this thread runs; -1 where it runs none. */
    public static int callerRank() {
        return ReferenceLayer.callerRank();
    }

    // ---- time

    /**
     * A view whose calls are given up after some time by a {@link org.rmi4mpi.ref.CallTimeoutException}, or their futures
     * completed with it. The call is cancelled then: see above.
     *
     * @param timeout zero for as long as it takes
     * @throws IllegalArgumentException where it is no stub of an object of this job, or the time is negative
     */
    public static <T extends Remote> T withTimeout(T stub, Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("time-out " + timeout + " < 0: give a time, or zero for as long as it takes");
        }
        return Stubs.within(stub, TimeUnit.NANOSECONDS.convert(timeout));
    }
}
