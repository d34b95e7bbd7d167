package org.rmi4mpi.jpvm.task;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The exit hooks of a task: threads that begin when it ends. Guarded by its monitor. */
final class ExitHooks {
    /** Null once the hooks have begun. */
    private Set<Thread> hooks = new LinkedHashSet<>();
    private volatile boolean areRunning;

    synchronized void add(Thread hook) {
        if (hooks == null) {
            throw new IllegalStateException("Shutdown in progress");
        } else if (!hooks.add(hook)) {
            throw new IllegalArgumentException("Hook previously registered");
        }
    }

    synchronized boolean remove(Thread hook) {
        if (hooks == null) {
            throw new IllegalStateException("Shutdown in progress");
        }
        return hooks.remove(hook);
    }

    boolean areRunning() {
        return areRunning;
    }

    /**
     * Runs the hooks, and waits for their end. Called once.
     *
     * @param patienceS longest wait, in seconds
     * @return a hook that still runs; null if all have ended
     */
    Thread run(long patienceS) {
        Set<Thread> all;
        synchronized (this) {
            all = hooks;
            hooks = null;
        }
        areRunning = true;
        long began = System.nanoTime();
        try {
            for (Thread each : all) {
                each.start();
            }
            for (Thread each : all) {
                if (!awaitEnd(each, began, TimeUnit.SECONDS.toNanos(patienceS))) {
                    return each;
                }
            }
            return null;
        } finally {
            areRunning = false;
        }
    }

    /** Returns false if the hook still runs after the wait. */
    private static boolean awaitEnd(Thread hook, long began, long patienceNs) {
        for (long left = patienceNs; hook.isAlive() && left > 0; left = patienceNs - (System.nanoTime() - began)) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(hook, left);
            } catch (InterruptedException e) {
                // The interrupt that ended the task: its hooks run all the same.
            }
        }
        return !hook.isAlive();
    }
}
