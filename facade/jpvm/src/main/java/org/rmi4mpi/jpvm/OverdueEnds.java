package org.rmi4mpi.jpvm;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Ends tasks without their mains. Java cannot stop a thread that computes, so a main may go on although its task was
 * killed, or another of its threads has called System.exit. Used by any thread.
 */
final class OverdueEnds {
    /** Time that a main has to end, in seconds. */
    static final int PATIENCE_S = 2;

    private final ThreadGroup group;
    private final ScheduledThreadPoolExecutor timer;

    OverdueEnds(ThreadGroup group) {
        this.group = group;
        timer = new ScheduledThreadPoolExecutor(1, run -> thread(run, "jpvm-overdue"));
        timer.setRemoveOnCancelPolicy(true); // Nothing is to be left of tasks that have ended.
        timer.prestartCoreThread(); // Not by a task, which the thread would refer to.
    }

    private Thread thread(Runnable run, String name) {
        Thread thread = new Thread(group, run, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(OverdueEnds.class.getClassLoader());
        return thread;
    }

    /**
     * Watches a task that is to end.
     *
     * @return cancels the watch; null if there is no memory for it
     */
    Future<?> watch(Task task) {
        try {
            // Each task has a thread of its own, since its hooks may take long.
            return timer.schedule(() -> thread(task::giveUp, "jpvm-end-" + task.name()).start(), PATIENCE_S,
                    TimeUnit.SECONDS);
        } catch (OutOfMemoryError e) {
            return null;
        }
    }
}
