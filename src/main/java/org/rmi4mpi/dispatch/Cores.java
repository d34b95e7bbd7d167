package org.rmi4mpi.dispatch;

import java.util.function.LongSupplier;
import org.rmi4mpi.bridge.VirtualThreads;

/**
 * Whether others want the cores on which threads of this rank poll: a thread that gives its core away and gets it back late
 * has met someone. Shared by all threads.
 */
final class Cores {
    private static final long LONG_YIELD_NS = 50_000;
    /**
     * The same where ranks share cores: the turns of a dozen threads that poll and give their core away pass within 0.1 ms,
     * one that computes keeps it for its time slice, 2 to 6 ms.
     */
    private static final long LONG_SHARED_YIELD_NS = 1_000_000;
    /** So long after a core was wanted no thread tries again whether it is; twice as long when it still is. */
    private static final long WANTED_NS = 20_000_000;
    private static final long LONGEST_WANTED_NS = 320_000_000;
    /** Where ranks share cores more is lost by sleeping on than by a try. */
    private static final long LONGEST_SHARED_WANTED_NS = 80_000_000;
    /** One alone may be a moment's work of the JVM. */
    private static final int LONG_YIELDS = 2;

    private final boolean shared;
    private final LongSupplier clock;
    private final long longYieldNs;
    private final long longestWantedNs;
    /** When a thread that gave its core away got it back late. */
    private volatile long wantedAt;
    private volatile long wantedNs = WANTED_NS;
    /** One after the other; where two threads count at once it matters little. */
    private volatile int longYields;

    /**
     * @param shared whether the node has more ranks than cores
     * @param clock in nanoseconds
     */
    Cores(boolean shared, LongSupplier clock) {
        this.shared = shared;
        this.clock = clock;
        longYieldNs = shared ? LONG_SHARED_YIELD_NS : LONG_YIELD_NS;
        longestWantedNs = shared ? LONGEST_SHARED_WANTED_NS : LONGEST_WANTED_NS;
        wantedAt = clock.getAsLong() - LONGEST_WANTED_NS;
    }

    boolean areShared() {
        return shared;
    }

    /** Whether a thread that is woken without need takes the core from one that needs it. */
    boolean areScarce() {
        return shared || wasWanted(clock.getAsLong());
    }

    private boolean wasWanted(long now) {
        return now - wantedAt < wantedNs;
    }

    /** Gives the core to whoever wants it, and goes on. */
    boolean giveAway(int yields) {
        VirtualThreads.yield();
        return true;
    }

    /**
     * Gives the core to whoever wants it, and returns whether nobody did, now or not long ago. A thread that polls on where
     * somebody does is made to wait longest, by the scheduler, and one that sleeps until it is woken comes first.
     *
     * @param yields how many of these calls came before in this wait
     */
    boolean areFree(int yields) {
        long before = clock.getAsLong();
        if (yields == 0 && wasWanted(before)) {
            return false;
        }
        Thread.yield();
        long after = clock.getAsLong();
        if (after - before < longYieldNs) {
            longYields = 0;
            return true;
        } else if (++longYields < LONG_YIELDS) {
            return true;
        }
        wantedNs = longYields == LONG_YIELDS ? WANTED_NS : Math.min(2 * wantedNs, longestWantedNs);
        wantedAt = after;
        return false;
    }
}
