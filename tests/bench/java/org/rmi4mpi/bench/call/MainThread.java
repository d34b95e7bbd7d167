package org.rmi4mpi.bench.call;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;

/** The main thread of a member. It sleeps until the control thread has work for it. */
final class MainThread {
    private final LinkedBlockingQueue<FutureTask<?>> tasks = new LinkedBlockingQueue<>();
    private volatile boolean ended;

    /** Called by the main thread. */
    void run() throws InterruptedException {
        while (!ended) {
            tasks.take().run();
        }
    }

    /** Waits for the result. */
    <T> T call(Callable<T> task) throws Exception {
        FutureTask<T> future = new FutureTask<>(task);
        tasks.add(future);
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    void start(Runnable task) {
        tasks.add(new FutureTask<>(task, null));
    }

    /** When all that has been given to it is done. */
    void end() {
        start(() -> ended = true);
    }
}
