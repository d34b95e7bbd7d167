package org.rmi4mpi.transport;

/** Wakes sleeping ranks; see {@link RankBell} for the protocol. Used by any thread. */
public interface Bell {
    /** Whether a thread of the rank takes every frame that arrives. True for a rank that cannot be rung. */
    boolean isAttended(int rank);

    /**
     * Adds to the number of threads of this rank that take every frame that arrives. Has the effect of a full fence.
     */
    void countAttendants(int more);

    /** The waiters of a rank, as {@link #countWaiters} has counted them; 0 for a rank that cannot be rung. */
    int waiters(int rank);

    /** Adds to the number of threads of this rank that wait for a reply or mail. Has the effect of a full fence. */
    void countWaiters(int more);

    /** Whether a rank has threads that sleep until a message arrives. */
    boolean hasSleepers(int rank);

    /**
     * Adds to the number of threads of this rank that sleep until a message arrives. Has the effect of a full fence.
     */
    void countSleepers(int more);

    /** Number of times this rank's bell has been rung for threads of this kind. */
    int rings(Sleeper sleeper);

    /** Wakes one thread of a rank's crew, or else one that waits for a reply. */
    void ringCrew(int rank);

    /** Wakes the thread of a rank that sleeps on the bell until its reply arrives. */
    void ringWaiter(int rank);

    /** Wakes one thread of a rank's crew, which then wakes the threads that wait for messages. */
    void stir(int rank);

    /** Number of times this rank has been stirred. */
    int stirs();

    /**
     * Sleeps until the bell rings or the timeout passes.
     *
     * @param rings count returned by {@link #rings}; returns at once if the bell has rung since
     */
    void sleep(int rings, Sleeper sleeper, long nanoseconds);

    /** A thread of this rank goes on computing after a sleep, on the core on which the fewest other ranks compute. */
    void takeCore();

    /** The ranks of this node, this one among them. */
    int[] near();

    boolean isNear(int rank);

    /** Whether a frame has come from a rank of another node lately. */
    boolean hasHeardFrom(int rank);

    /** Whether every rank can be rung for, and no ring is lost. Otherwise a sleeping rank has to poll periodically. */
    boolean reachesAll();
}
