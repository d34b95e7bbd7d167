package org.rmi4mpi.dispatch;

/**
 * Decides when a resting thread polls, for operations that ring nobody. It polls in growing steps while there are such
 * operations. It goes on in short steps for a while afterwards, so that a rank which begins one operation after another
 * does not ring for each. Owned by the resting thread.
 */
final class Lookout {
    /** Longest step while operations begin. A thread that begins one relies on the lookout to poll as soon as this. */
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
    void begins(long now) {
        wasNeeded = false;
        begunAt = now - STAYS_NS;
        stepNs = strategy.shortestNs();
    }

    /**
     * Returns the time until the next poll. Returns 0 if none is needed.
     *
     * @param isNeeded whether there are operations now that ring nobody
     * @param isNew whether the thread was rung, or found something, since the last call
     */
    long nextNs(boolean isNeeded, boolean isNew, long now) {
        if (isNew || isNeeded && !wasNeeded) {
            stepNs = stays(now) ? Math.min(stepNs, QUICK_NS) : strategy.shortestNs();
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
