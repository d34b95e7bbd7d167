package org.rmi4mpi.transport;

/**
 * By which a rank sleeps until something comes. A rank whose threads are all about to sleep says so first, and looks once
 * more; who then sends to it rings. Used by any thread.
 */
public interface Bell {
    /** Whether a rank has said that it sleeps, and is to be rung for. */
    boolean isAsleep(int rank);

    /** Says whether this rank sleeps. */
    void setAsleep(boolean asleep);

    /** How often this rank's bell has been rung. */
    int rings();

    /**
     * Wakes one thread of a rank that sleeps.
     *
     * @param clean whether one that waits for nothing itself is the first choice
     */
    void ring(int rank, boolean clean);

    /** Counts threads of this rank that sleep until a message of others comes. */
    void countSleepers(int more);

    /** Whether a rank has such threads. */
    boolean hasSleepers(int rank);

    /** Wakes one thread of a rank that sleeps, to have those that wait for messages of others look again. */
    void stir(int rank);

    /** How often this rank has been stirred. */
    int stirs();

    /** Wakes one thread of this rank that waits for nothing itself. */
    void ringClean();

    /**
     * Sleeps until a ring that comes after so many, or until the time is over.
     *
     * @param clean whether the thread waits for nothing itself
     */
    void sleep(int rings, boolean clean, long nanoseconds);

    /** Whether all ranks ring; where not, arrivals have to be looked for from time to time. */
    boolean reachesAll();
}
