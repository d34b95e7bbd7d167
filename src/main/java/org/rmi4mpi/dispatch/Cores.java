package org.rmi4mpi.dispatch;

/** Whether others want the cores on which threads of this rank poll. Shared by all threads. */
final class Cores {
    private static final long LONG_YIELD_NS = 50_000;
    /** So long after a core was wanted no thread tries again whether it is; twice as long when it still is. */
    private static final long WANTED_NS = 20_000_000;
    private static final long LONGEST_WANTED_NS = 320_000_000;
    /** One alone may be a moment's work of the JVM. */
    private static final int LONG_YIELDS = 2;
    private static final int FEW_POLLS = 10;

    private final boolean shared;
    /** When a thread that gave its core away got it back late; System.nanoTime. */
    private volatile long wantedAt = System.nanoTime() - LONGEST_WANTED_NS;
    private volatile long wantedNs = WANTED_NS;
    /** One after the other; where two threads count at once it matters little. */
    private volatile int longYields;

    /** @param shared whether the node has more ranks than cores */
    Cores(boolean shared) {
        this.shared = shared;
    }

    boolean areShared() {
        return shared;
    }

    /** How often a thread polls before it sleeps that is woken by what comes: less often where cores are shared. */
    int patience(int polls) {
        return shared ? Math.min(polls, FEW_POLLS) : polls;
    }

    /** Whether they were of late, for all that was tried. */
    boolean wereWanted() {
        return System.nanoTime() - wantedAt < wantedNs;
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
        if (after - before < LONG_YIELD_NS) {
            longYields = 0;
            return false;
        } else if (++longYields < LONG_YIELDS) {
            return false;
        }
        wantedNs = longYields == LONG_YIELDS ? WANTED_NS : Math.min(2 * wantedNs, LONGEST_WANTED_NS);
        wantedAt = after;
        return true;
    }
}
