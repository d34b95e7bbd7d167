package org.rmi4mpi.dispatch;

import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.rmi4mpi.bridge.Completion;

/**
 * Operations that complete without a waiting thread, and their continuations. Any thread adds operations. They are
 * tested under the poll lock, and continuations run on threads without user frames.
 */
final class WatchList {
    private final ConcurrentLinkedQueue<Watched> watched = new ConcurrentLinkedQueue<>();
    private final ExecutorService continuations = Executors.newCachedThreadPool(task -> {
        Thread thread = new Continuation(task);
        thread.setDaemon(true);
        return thread;
    });

    private static final class Continuation extends Thread {
        Continuation(Runnable task) {
            super(task, "rmi4mpi-continuation");
        }
    }

    /** Whether the current thread runs a continuation. */
    static boolean runsCurrentThread() {
        return Thread.currentThread() instanceof Continuation;
    }

    /** Guarded by the poll lock. */
    private static final class Watched {
        final Completion completion;
        final Runnable then;
        /**
         * Whether the operation has completed. It is not tested again, even when no thread was available for its
         * continuation.
         */
        boolean isOver;

        Watched(Completion completion, Runnable then) {
            this.completion = completion;
            this.then = then;
        }

        boolean isOver() {
            isOver = isOver || completion.test();
            return isOver;
        }
    }

    /** @param then the continuation; null for none */
    void add(Completion completion, Runnable then) {
        watched.add(new Watched(completion, then));
    }

    boolean isEmpty() {
        return watched.isEmpty();
    }

    /** Tests each operation. Returns the number of continuations started. */
    int poll() {
        int done = 0;
        for (Iterator<Watched> i = watched.iterator(); i.hasNext();) {
            Watched each = i.next();
            boolean isLeft = false; // An operation whose test throws is removed too, since its test would throw again.
            try {
                isLeft = !each.isOver();
            } finally {
                if (!isLeft && (each.then == null || !each.isOver)) {
                    i.remove();
                }
            }
            if (!isLeft && each.then != null) {
                if (!started(each.then)) {
                    break;
                }
                i.remove();
                done++;
            }
        }
        return done;
    }

    /** Returns false if no thread can be started now; the caller retries later. */
    private boolean started(Runnable then) {
        try {
            continuations.execute(then);
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    /** Runs the task as soon as a thread is available. */
    void run(Runnable task) {
        if (!started(task)) {
            add(() -> true, task);
        }
    }

    /** Starts no threads from now on. */
    void close() {
        continuations.shutdown();
    }

    /** Tests each operation one last time. */
    void end() {
        for (Watched each = watched.poll(); each != null; each = watched.poll()) {
            try {
                if (each.isOver() && each.then != null) {
                    new Continuation(each.then).start();
                }
            } catch (RuntimeException e) {
                // No thread waits for this operation. A future learns of the failure from its own completion.
            }
        }
    }
}
