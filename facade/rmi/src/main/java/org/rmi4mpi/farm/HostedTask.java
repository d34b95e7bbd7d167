package org.rmi4mpi.farm;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/**
 * A task at the rank that runs it, and the future of its result. If the submitter cancels the task, it does not begin, or
 * its thread is interrupted. Thread-safe.
 */
final class HostedTask extends CompletableFuture<Object> implements Comparable<HostedTask> {
    private final Workers workers;
    private final long executor;
    private final int depth;
    private final long number;
    private final Callable<?> task;
    /** The thread that runs the task; null before and afterwards. Guarded by this object. */
    private Thread runner;

    /** @param number increases from task to task */
    HostedTask(Workers workers, long executor, int depth, long number, Callable<?> task) {
        this.workers = workers;
        this.executor = executor;
        this.depth = depth;
        this.number = number;
        this.task = task;
    }

    boolean isOf(long ofExecutor) {
        return executor == ofExecutor;
    }

    int depth() {
        return depth;
    }

    /** Runs the task, unless it was cancelled. The thread is not interrupted afterwards. */
    void run() {
        synchronized (this) {
            if (isDone()) {
                return;
            }
            runner = Thread.currentThread();
            Thread.interrupted(); // by a task before this one
        }
        Object result = null;
        Throwable thrown = null;
        try {
            result = task.call();
        } catch (Throwable e) { // the submitter is told of every failure
            thrown = e;
        }
        synchronized (this) {
            runner = null;
            Thread.interrupted();
        }
        if (thrown == null) {
            complete(result);
        } else {
            completeExceptionally(thrown);
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        workers.remove(this);
        synchronized (this) {
            if (cancelled && runner != null) {
                runner.interrupt();
            }
        }
        return cancelled;
    }

    /** Deeper tasks come first, since others wait for them; then older ones. */
    @Override
    public int compareTo(HostedTask other) {
        int byDepth = Integer.compare(other.depth, depth);
        return byDepth != 0 ? byDepth : Long.compare(number, other.number);
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
