package org.rmi4mpi.dispatch;

/**
 * Decides when a resting thread polls, for operations that ring no thread. It polls in growing steps while there are
 * such operations. It goes on in short steps for a while afterwards, so that a rank which begins one operation after
 * another does not ring for each. Owned by the resting thread.
 */
final class Lookout {
    /** How much the operations that ring no thread need a thread that polls. */
    enum Need {
        NONE,
        /** Frames have not left. Most of them leave when their receiver polls, so that this rank need not poll. */
        A_POLL,
        /** A part of a large message, or of another operation, waits for each poll. */
        EACH_POLL
    }

    /**
     * Longest step while operations begin. A thread that begins an operation relies on the lookout to poll within this
     * time.
     */
    static final long QUICK_NS = 1_000_000;
    /** A lookout stays for this long after the last operation began. */
    private static final long STAYS_NS = 20_000_000;

    private final IdleStrategy strategy;
    private boolean wasNeeded;
    /** When an operation last began, or the thread was rung for one. */
    private long begunAt;
    private long stepNs;

    Lookout(IdleStrategy strategy) {
        this.strategy = strategy;
    }

    /** The thread begins to rest, and has just polled. */
    void begin(long now) {
        wasNeeded = false;
        begunAt = now - STAYS_NS;
        stepNs = strategy.shortestNs();
    }

    /**
     * Returns the time until the next poll. Returns 0 if none is needed.
     *
     * @param need of the operations that are in progress now
     * @param isNew whether the thread was rung, or found something, since the last call
     */
    long nextNs(Need need, boolean isNew, long now) {
        boolean isNeeded = need != Need.NONE;
        if (isNew || isNeeded && !wasNeeded) {
            long first = need == Need.EACH_POLL ? strategy.shortestNs() : QUICK_NS;
            stepNs = stays(now) ? Math.min(stepNs, QUICK_NS) : first;
            begunAt = now;
        }
        wasNeeded = isNeeded;
        if (!isNeeded && !stays(now)) {
            return 0;
        }
        long step = stepNs;
        long next = strategy.nextStepNs(step);
        stepNs = stays(now) ? Math.min(next, Math.max(step, QUICK_NS)) : next;
        return step;
    }

    private boolean stays(long now) {
        return now - begunAt < STAYS_NS;
    }
}
