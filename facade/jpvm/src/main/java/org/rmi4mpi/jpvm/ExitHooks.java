package org.rmi4mpi.jpvm;

import java.util.LinkedHashSet;
import java.util.Set;

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

    /** Runs the hooks, and waits for their end. Called once. */
    void run() {
        Set<Thread> all;
        synchronized (this) {
            all = hooks;
            hooks = null;
        }
        areRunning = true;
        try {
            for (Thread each : all) {
                each.start();
            }
            all.forEach(ExitHooks::await);
        } finally {
            areRunning = false;
        }
    }

    private static void await(Thread hook) {
        while (hook.isAlive()) {
            try {
                hook.join();
            } catch (InterruptedException e) {
                // The interrupt that ended the task: its hooks run all the same.
            }
        }
    }
}
