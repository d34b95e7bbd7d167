package org.rmi4mpi.launch;

import java.util.List;
import java.util.Set;

/** Whether the program's main has returned, and the threads that it has left behind. Thread-safe. */
final class ProgramMain {
    /** Threads of the JVM: one waits for all others to end, one runs while the JDK's RMI has exported objects. */
    private static final Set<String> OF_JVM = Set.of("DestroyJavaVM", "RMI Reaper");

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
                .filter(thread -> !thread.isDaemon() && thread != main && !OF_JVM.contains(thread.getName()))
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
