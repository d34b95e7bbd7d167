package org.rmi4mpi.bridge;

import java.util.concurrent.locks.LockSupport;

/**
 * What a thread does between two polls that found nothing: it spins, then yields, then sleeps in
 * growing steps. Owned by one thread.
 */
public final class Backoff {
    private static final int YIELDS = 100;
    private static final long SHORTEST_SLEEP_NS = 20_000;

    private final int spins;
    private final long longestSleepNs;
    private int idles;
    private long sleepNs;

    /** A thread that shares its core with others wants 0 spins. */
    public Backoff(int spins, long longestSleepNs) {
        this.spins = spins;
        this.longestSleepNs = longestSleepNs;
        reset();
    }

    /** There was work: the next wait starts anew. */
    public void reset() {
        idles = 0;
        sleepNs = SHORTEST_SLEEP_NS;
    }

    public void idle() {
        if (idles < spins) {
            idles++;
            Thread.onSpinWait();
        } else if (idles < spins + YIELDS) {
            idles++;
            Thread.yield();
        } else {
            sleep();
        }
    }

    /** Goes to sleep at once, for a step that grows with each; an unpark ends it. */
    public void sleep() {
        LockSupport.parkNanos(this, sleepNs);
        sleepNs = Math.min(sleepNs + sleepNs / 4, longestSleepNs);
    }
}
