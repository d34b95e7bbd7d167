package org.rmi4mpi.dispatch;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.rmi4mpi.bridge.VirtualThreads;

/**
 * Detects whether the cores on which this rank polls are contended. A thread that yields and returns late has met
 * another runnable thread. Shared by all threads.
 */
final class Cores {
    private static final long LONG_YIELD_NS = 50_000;
    /**
     * Late return with shared cores. A dozen threads that poll and yield take their turns within 0.1 ms. A thread that
     * computes keeps the core for its time slice of 2 to 6 ms.
     */
    private static final long LONG_SHARED_YIELD_NS = 1_000_000;
    /** After contention no thread tries to poll for this long. The time doubles while the contention lasts. */
    private static final long WANTED_NS = 20_000_000;
    private static final long LONGEST_WANTED_NS = 320_000_000;
    /** Upper bound with shared cores, where oversleeping costs more than another try. */
    private static final long LONGEST_SHARED_WANTED_NS = 80_000_000;
    /** A single late return may come from a short JVM task. */
    private static final int LONG_YIELDS = 2;
    /** Threads that work for less between two calls make calls, and hardly compute. */
    private static final long SHORT_WORK_NS = 100_000;
    /** After so many waits with short work before them calls go to and fro. A wait with more work takes back some. */
    private static final int MANY_WAITS = 32;
    private static final int MOST_WAITS = 64;
    private static final int TAKEN_BACK = 8;
    /** With more threads that wait at once, those that poll keep each other from their cores. */
    private static final int FEW_THREADS = 4;

    private final boolean shared;
    private final LongSupplier clock;
    private final long longYieldNs;
    private final long longestWantedNs;
    /** Time of the last late return. */
    private volatile long wantedAt;
    private volatile long wantedNs = WANTED_NS;
    /** Consecutive late returns. A lost update between two threads does no harm. */
    private volatile int longYields;
    /** Longer waits with short work before them, less those taken back. A lost update between two threads does no harm. */
    private volatile int shortWorks;
    /** Number of threads that wait for replies, and no longer spin. */
    private final AtomicInteger waiting = new AtomicInteger();

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

    /** Whether a needless wake-up would take the core from a thread that needs it. */
    boolean areScarce() {
        return shared || wasWanted(clock.getAsLong());
    }

    private boolean wasWanted(long now) {
        return now - wantedAt < wantedNs;
    }

    /**
     * The current thread has polled for a reply in vain, and begins to yield.
     *
     * @param workNs how long it worked before the call; 0 for a thread that runs methods of other ranks
     */
    void beginWait(long workNs) {
        waiting.incrementAndGet();
        int before = shortWorks;
        int now = workNs < SHORT_WORK_NS ? Math.min(before + 1, MOST_WAITS) : Math.max(before - TAKEN_BACK, 0);
        if (now != before) {
            shortWorks = now;
        }
    }

    void endWait() {
        waiting.decrementAndGet();
    }

    /**
     * From when on a yield returns late. While few threads make calls, which go to and fro, a yield meets a short method
     * of another rank, and not a thread that computes.
     */
    private long longYieldNs() {
        return shortWorks >= MANY_WAITS && waiting.getOpaque() <= FEW_THREADS ? LONG_SHARED_YIELD_NS : longYieldNs;
    }

    /** Yields the core once. Always returns true. */
    boolean yield(int yields) {
        VirtualThreads.yield();
        return true;
    }

    /**
     * Yields the core. Returns whether the core was free of contention, now and lately. The scheduler makes a thread
     * that polls on a contended core wait longest, and prefers a thread that sleeps until it is woken.
     *
     * @param yields number of earlier calls in this wait
     */
    boolean tryYield(int yields) {
        long before = clock.getAsLong();
        if (yields == 0 && wasWanted(before)) {
            return false;
        }
        Thread.yield();
        long after = clock.getAsLong();
        if (after - before < longYieldNs()) {
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
