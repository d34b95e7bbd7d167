package org.rmi4mpi.dispatch;

import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.rmi4mpi.bridge.Completion;

/**
 * What ends without anyone waiting for it, and what follows then. Added to by any thread, gone through under the poll lock;
 * what follows runs on threads without user frames beneath.
 */
final class WatchList {
    private final ConcurrentLinkedQueue<Watched> watched = new ConcurrentLinkedQueue<>();
    private final ExecutorService continuations = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "rmi4mpi-continuation");
        thread.setDaemon(true);
        return thread;
    });

    /** Under the poll lock. */
    private static final class Watched {
        final Completion completion;
        final Runnable then;
        /** It is not asked again, though no thread may have been found for what follows. */
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

    /** @param then null where nothing follows */
    void add(Completion completion, Runnable then) {
        watched.add(new Watched(completion, then));
    }

    boolean isEmpty() {
        return watched.isEmpty();
    }

    /** Asks each; returns how many are done. */
    int poll() {
        int done = 0;
        for (Iterator<Watched> i = watched.iterator(); i.hasNext(); ) {
            Watched each = i.next();
            boolean isLeft = false; // but where the test fails, which it would do again
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

    /** False where there is no thread for it now: it is tried again. */
    private boolean started(Runnable then) {
        try {
            continuations.execute(then);
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    /** When there is a thread for it. */
    void run(Runnable task) {
        if (!started(task)) {
            add(() -> true, task);
        }
    }

    /** No thread is started for what comes now. */
    void close() {
        continuations.shutdown();
    }

    /** Asks each for the last time. */
    void end() {
        for (Watched each = watched.poll(); each != null; each = watched.poll()) {
            try {
                if (each.isOver() && each.then != null) {
                    new Thread(each.then, "rmi4mpi-continuation").start();
                }
            } catch (RuntimeException e) {
                // it was nobody's: a future is told by its own completion
            }
        }
    }
}
