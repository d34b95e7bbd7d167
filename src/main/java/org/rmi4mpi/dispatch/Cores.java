package org.rmi4mpi.dispatch;

/** Whether others want the cores on which threads of this rank poll, and so how long they may. Shared by all threads. */
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
    private static final int FEW_SPINS = 4;
    private static final int FEW_POLLS = 100;

    private final boolean shared;
    private final long longYieldNs;
    private final long longestWantedNs;
    /** When a thread that gave its core away got it back late; System.nanoTime. */
    private volatile long wantedAt = System.nanoTime() - LONGEST_WANTED_NS;
    private volatile long wantedNs = WANTED_NS;
    /** One after the other; where two threads count at once it matters little. */
    private volatile int longYields;

    /** @param shared whether the node has more ranks than cores */
    Cores(boolean shared) {
        this.shared = shared;
        longYieldNs = shared ? LONG_SHARED_YIELD_NS : LONG_YIELD_NS;
        longestWantedNs = shared ? LONGEST_SHARED_WANTED_NS : LONGEST_WANTED_NS;
    }

    boolean areShared() {
        return shared;
    }

    /** How often a thread polls before it gives its core away between polls: where cores are shared, soon. */
    int spins(int most) {
        return shared ? Math.min(most, FEW_SPINS) : most;
    }

    /** How often a thread polls before it sleeps that is woken by what comes. */
    int patience(int most) {
        return shared ? Math.min(most, FEW_POLLS) : most;
    }

    /** Whether a thread that is woken without need takes the core from one that needs it. */
    boolean areScarce() {
        return shared || System.nanoTime() - wantedAt < wantedNs;
    }

    /**
     * Gives the core to whoever wants it, and returns whether someone did, not long ago. Who polls on is then made to
     * wait longest, by the scheduler, and who sleeps until it is woken comes first.
     *
     * @param yields how many of these calls came before in this wait
     */
    boolean areWanted(int yields) {
        long before = System.nanoTime();
        if (yields == 0 && before - wantedAt < wantedNs) {
            return true;
        }
        Thread.yield();
        long after = System.nanoTime();
        if (after - before < longYieldNs) {
            longYields = 0;
            return false;
        } else if (++longYields < LONG_YIELDS) {
            return false;
        }
        wantedNs = longYields == LONG_YIELDS ? WANTED_NS : Math.min(2 * wantedNs, longestWantedNs);
        wantedAt = after;
        return true;
    }
}
