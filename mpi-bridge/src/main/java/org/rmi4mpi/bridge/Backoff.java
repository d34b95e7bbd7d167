package org.rmi4mpi.bridge;

import java.util.concurrent.locks.LockSupport;

/**
 * What a thread does between two polls that found nothing. It polls again at once for a while, giving its core
 * to whoever wants it; then it sleeps in short steps, and when nothing comes for long, in longer ones. Owned by
 * one thread.
 */
public final class Backoff {
    /** Polls before the first yield: a reply that is on its way takes no longer. */
    private static final int SPINS = 50;
    private static final int SHORT_SLEEPS = 100;
    private static final long SHORT_SLEEP_NS = 20_000;

    private final int polls;
    private final long longestSleepNs;
    private int idles;
    private int sleeps;
    private long sleepNs;

    /**
     * @param polls how many before the thread sleeps; few are right where it shares its core with others
     * @param longestSleepNs longest step
     */
    public Backoff(int polls, long longestSleepNs) {
        this.polls = polls;
        this.longestSleepNs = longestSleepNs;
        reset();
    }

    /** There was work: the next wait starts anew. */
    public void reset() {
        idles = 0;
        sleeps = 0;
        sleepNs = Math.min(SHORT_SLEEP_NS, longestSleepNs);
    }

    public void idle() {
        if (idles >= polls) {
            sleep();
        } else if (idles++ < SPINS) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    /** Goes to sleep at once; an unpark ends it. */
    public void sleep() {
        LockSupport.parkNanos(this, sleepNs);
        if (++sleeps > SHORT_SLEEPS) {
            sleepNs = Math.min(sleepNs + sleepNs / 4, longestSleepNs);
        }
    }

    /** Whether the thread has begun to sleep, and so polls but now and then. */
    public boolean isSleeping() {
        return idles >= polls;
    }
}
