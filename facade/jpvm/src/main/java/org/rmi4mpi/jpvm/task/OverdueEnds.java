package org.rmi4mpi.jpvm.task;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends tasks without their mains. Java cannot stop a thread that computes, so a main may go on although its task was
 * killed, or another of its threads has called System.exit. A main may also have returned before other threads. Used by any thread.
 */
final class OverdueEnds {
    /** Time that a main has to end, in seconds. */
    static final int PATIENCE_S = 2;

    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);

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
     * @param giveUp ends the task without its main; takes a thread of its own, since hooks may take long
     * @return cancels the watch; null if there is no memory for it
     */
    Future<?> watch(String task, Runnable giveUp) {
        try {
            return timer.schedule(() -> end(task, giveUp), PATIENCE_S, TimeUnit.SECONDS);
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    private void end(String task, Runnable giveUp) {
        while (!runElsewhere(task, giveUp)) {
            LockSupport.parkNanos(RETRY_NS); // Other tasks need a thread too, so they may wait for this one.
        }
    }

    /** Runs the end of a task on a thread that is none of the task's. Returns false if there is no such thread. */
    boolean runElsewhere(String task, Runnable end) {
        try {
            thread(end, "jpvm-end-" + task).start();
            return true;
        } catch (OutOfMemoryError e) { // The limit of threads is reached, or there is no memory.
            return false;
        }
    }
}
