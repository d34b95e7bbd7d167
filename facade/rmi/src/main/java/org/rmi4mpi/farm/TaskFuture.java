package org.rmi4mpi.farm;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * The future of a task at the rank that submits it. If the program cancels or completes it, the task does not begin, or
 * is interrupted. Thread-safe.
 */
final class TaskFuture<T> extends CompletableFuture<T> {
    /** Null when it has ended. */
    private volatile Callable<T> task;
    private final int depth;
    /** Takes a task that the program has completed, and that has not been sent. */
    private final Consumer<TaskFuture<?>> remover;
    /** The call that has the task; null while the task waits here. Guarded by this object. */
    private Future<?> call;

    TaskFuture(Callable<T> task, int depth, Consumer<TaskFuture<?>> remover) {
        this.task = task;
        this.depth = depth;
        this.remover = remover;
    }

    Callable<T> task() {
        return task;
    }

    int depth() {
        return depth;
    }

    /** The task has been sent, or has come back. */
    void setCall(Future<?> ofTask) {
        boolean abandoned;
        synchronized (this) {
            call = ofTask;
            abandoned = isDone();
        }
        if (abandoned && ofTask != null) {
            ofTask.cancel(true);
        }
    }

    @SuppressWarnings("unchecked") // the host returns what the task has returned
    void finish(Object result, Throwable thrown) {
        task = null;
        if (thrown == null) {
            super.complete((T) result);
        } else {
            super.completeExceptionally(thrown);
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return abandon(super.cancel(mayInterruptIfRunning));
    }

    @Override
    public boolean complete(T value) {
        return abandon(super.complete(value));
    }

    @Override
    public boolean completeExceptionally(Throwable thrown) {
        return abandon(super.completeExceptionally(thrown));
    }

    private boolean abandon(boolean completed) {
        if (completed) {
            Future<?> sent;
            synchronized (this) {
                sent = call;
            }
            if (sent != null) {
                sent.cancel(true);
            } else {
                remover.accept(this);
            }
        }
        return completed;
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        if (!isDone()) {
            Worker.Wait wait = Worker.await();
            try {
                return super.get();
            } finally {
                wait.end();
            }
        }
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (!isDone() && timeout > 0) {
            Worker.Wait wait = Worker.await();
            try {
                return super.get(timeout, unit);
            } finally {
                wait.end();
            }
        }
        return super.get(timeout, unit);
    }

    @Override
    public T join() {
        if (!isDone()) {
            Worker.Wait wait = Worker.await();
            try {
                return super.join();
            } finally {
                wait.end();
            }
        }
        return super.join();
    }
}
