package org.rmi4mpi.ref;

import org.rmi4mpi.dispatch.CrewThread;

/**
 * Learns whether a method takes long: it may be in {@code wait()}, wait for a lock, or compute. Such a method runs
 * without the lead, so that the next request wakes another thread at once. Shared by the threads that run the method. A
 * lost update does no harm.
 */
final class WaitHabit {
    private static final long QUICK_NS = 50_000;
    /** Consecutive quick runs after which the method counts as one that does not wait. */
    private static final int QUICK_RUNS = 64;

    private volatile boolean waits;
    private int quickRuns;

    /** Called before the method runs. Returns the time for {@link #end}, or 0. */
    long begin() {
        if (waits) {
            return CrewThread.stepDownForMethod() ? CrewThread.ownTime() : 0;
        }
        CrewThread.watchMethod();
        return 0;
    }

    /** Called after the method has run. */
    void end(long began) {
        if (CrewThread.clearLostLead()) {
            waits = true;
            quickRuns = 0;
        } else if (began != 0) {
            quickRuns = CrewThread.ownTime() - began < QUICK_NS ? quickRuns + 1 : 0;
            waits = quickRuns < QUICK_RUNS;
        }
    }
}
