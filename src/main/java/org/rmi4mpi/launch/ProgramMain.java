package org.rmi4mpi.launch;

import java.util.List;

/** Whether the program's main has returned, and the threads that it has left behind. Thread-safe. */
final class ProgramMain {
    private static volatile boolean returned;

    private ProgramMain() {}

    static void markReturned() {
        returned = true;
    }

    static boolean hasReturned() {
        return returned;
    }

    /** The threads besides main that keep the JVM alive. */
    static List<Thread> otherThreads(Thread main) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isDaemon() && thread != main && !thread.getName().equals("DestroyJavaVM"))
                .toList();
    }

    /** Sleeps. Called by threads with no program code beneath, so that an interrupt has no meaning. */
    static void pause(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            // Main has returned, or the program interrupts every thread it finds.
        }
    }
}
