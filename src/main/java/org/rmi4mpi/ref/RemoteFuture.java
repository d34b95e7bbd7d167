package org.rmi4mpi.ref;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What a call will result in, or what depends on it. A thread that waits for it polls. Cancelled, or completed by anyone
 * but the reply, it lets go of the call: its method is interrupted, or what it has promised is cancelled.
 */
final class RemoteFuture<T> extends CompletableFuture<T> {
    private final AsyncCall call;
    /** Whether the call's result is this one's; else it depends on that. */
    private final boolean isOfCall;
    /** Whether something depends on this, or is about to. Under the call's monitor. */
    private boolean isDependedOn;

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
     * Runs what completes this, unless something depends on it. What is about to waits until this is complete, and is then
     * run by the thread that has brought it.
     *
     * @return false where something does
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

    /** The methods that bring dependents ask for their futures first. */
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
            call.abandoned();
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
        return super.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public T join() {
        poll();
        if (!isDone()) {
            ended().join();
        }
        return super.join();
    }

    /** For threads that wait: those who wait for a future itself help to run what depends on it. */
    private CompletableFuture<Void> ended() {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        whenComplete((result, thrown) -> ended.complete(null));
        return ended;
    }

    /** Takes the reply itself where nothing else depends on it: what does runs on no thread that holds locks. */
    private void poll() {
        if (!isDone()) {
            boolean takes = isOfCall && getNumberOfDependents() == 0;
            call.poll(() -> isDone() || takes && call.test(), takes);
        }
    }
}
