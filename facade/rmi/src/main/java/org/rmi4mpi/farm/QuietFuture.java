package org.rmi4mpi.farm;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.rmi4mpi.ref.UnreturnableFuture;

/**
 * A future that completes when the job is quiet, or one that depends on it. A remote method or a task neither waits for it
 * nor returns it, since the job is not quiet before that has ended.
 */
final class QuietFuture<T> extends CompletableFuture<T> implements UnreturnableFuture {
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new QuietFuture<>();
    }

    @Override
    public String whyUnreturnable() {
        return "a remote method returned a future of Ranks.whenQuiet(), so that its call would wait for itself:"
                + " return nothing, and tell the caller by a call when the future completes";
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        check();
        return super.get();
    }

    @Override
    public T join() {
        check();
        return super.join();
    }

    private void check() {
        if (!isDone()) {
            JobQuiet.checkThread("add what depends on it by thenRun");
        }
    }
}
