package org.rmi4mpi.transport;

/**
 * Wakes sleeping ranks; see {@link RankBell} for the protocol. A thread sleeps on the bell either as a crew thread,
 * which is called clean because it has no user frames, or while it waits for a reply. Used by any thread.
 */
public interface Bell {
    /** Whether a rank has set its asleep flag, so that senders have to ring. */
    boolean isAsleep(int rank);

    /** Sets or clears this rank's asleep flag. */
    void setAsleep(boolean asleep);

    /** Number of times this rank's bell has been rung. */
    int rings();

    /**
     * Wakes one sleeping thread of a rank.
     *
     * @param clean whether to prefer a crew thread
     */
    void ring(int rank, boolean clean);

    /** Adds to the number of threads of this rank that sleep until a message arrives. */
    void countSleepers(int more);

    /** Whether a rank has threads that sleep until a message arrives. */
    boolean hasSleepers(int rank);

    /** Wakes one thread of a rank, which then wakes the threads that wait for messages. */
    void stir(int rank);

    /** Number of times this rank has been stirred. */
    int stirs();

    /** Wakes one crew thread of this rank. */
    void ringClean();

    /**
     * Sleeps until the bell rings or the timeout passes.
     *
     * @param rings count returned by {@link #rings()}; returns at once if the bell has rung since
     * @param clean whether the current thread is a crew thread
     */
    void sleep(int rings, boolean clean, long nanoseconds);

    /** Whether every rank can be rung for. Otherwise a sleeping rank has to poll periodically. */
    boolean reachesAll();
}
