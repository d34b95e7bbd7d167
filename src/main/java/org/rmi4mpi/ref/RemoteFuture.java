package org.rmi4mpi.ref;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The future of a call, or a future that depends on it. A thread that waits for it polls. If the program cancels or
 * completes the future itself, the call ends: the callee interrupts the method, or cancels the future that the method
 * has returned.
 */
final class RemoteFuture<T> extends CompletableFuture<T> {
    private final AsyncCall call;
    /** Whether this is the future of the call itself, and not a dependent future. */
    private final boolean isOfCall;
    /** Whether a dependent exists, or is about to. Guarded by the call's monitor. */
    private boolean isDependedOn;
    /** Completes after this future, unless this future completes before a thread waits. Guarded by the call's monitor. */
    private CompletableFuture<Void> ended;

    RemoteFuture(AsyncCall call) {
        this(call, true);
    }

    private RemoteFuture(AsyncCall call, boolean isOfCall) {
        this.call = call;
        this.isOfCall = isOfCall;
    }

    void finish(T value) {
        super.complete(value);
    }

    void fail(Throwable thrown) {
        super.completeExceptionally(thrown);
    }

    /**
     * Runs the completion of this future, unless it has dependents. A dependent that is being added waits until this is
     * complete, and runs on the thread that adds it.
     *
     * @return false if there are dependents
     */
    boolean runAlone(Runnable completion) {
        synchronized (call) {
            if (isDependedOn || getNumberOfDependents() > 0) {
                return false;
            }
            completion.run();
            return true;
        }
    }

    /** Called by CompletableFuture before it adds a dependent. */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        if (isOfCall) {
            synchronized (call) {
                isDependedOn = true;
            }
        }
        return new RemoteFuture<>(call, false);
    }

    @Override
    public boolean complete(T value) {
        return letGo(super.complete(value));
    }

    @Override
    public boolean completeExceptionally(Throwable thrown) {
        return letGo(super.completeExceptionally(thrown));
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return letGo(super.cancel(mayInterruptIfRunning));
    }

    private boolean letGo(boolean completed) {
        if (completed && isOfCall) {
            call.abandon();
        }
        return completed;
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        poll();
        if (!isDone()) {
            ended().get();
        }
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        long deadline = System.nanoTime() + unit.toNanos(timeout);
        if (timeout > 0) {
            poll();
        }
        if (!isDone()) {
            ended().get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
        return super.get();
    }

    @Override
    public T join() {
        poll();
        if (!isDone()) {
            ended().join();
        }
        return super.join();
    }

    /**
     * A future that waiting threads wait for instead of this one. A thread that waited for this future itself would help
     * to run its dependents. So would a thread that adds one while this future completes, without the executor below.
     */
    private CompletableFuture<Void> ended() {
        synchronized (call) {
            if (ended == null) {
                CompletableFuture<Void> end = new CompletableFuture<>();
                Thread waiting = Thread.currentThread();
                whenCompleteAsync((result, thrown) -> end.complete(null), task -> {
                    if (Thread.currentThread() != waiting) {
                        task.run();
                    } // Otherwise this future is done, as the check below finds.
                });
                ended = end;
            }
            return isDone() ? CompletableFuture.completedFuture(null) : ended;
        }
    }

    /**
     * Takes the reply if this future has no dependents, because a thread that may hold locks must not run dependents.
     */
    private void poll() {
        if (!isDone()) {
            boolean takes = isOfCall && getNumberOfDependents() == 0;
            call.poll(() -> isDone() || takes && call.test(), takes);
        }
    }
}
