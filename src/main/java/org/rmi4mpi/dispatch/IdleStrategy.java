package org.rmi4mpi.dispatch;

import java.util.function.IntPredicate;

/**
 * What a thread does between two looks that find nothing. It spins at first; then it gives its core away each time; then it
 * is to sleep, in steps that grow by a thirty-second, so that it is late by some hundredths of what it has waited.
 * Immutable: a thread counts its looks, and keeps the length of its step, for itself.
 */
final class IdleStrategy {
    enum State { SPINNING, YIELDING, SLEEPING }

    private static final int GROWTH = 32;

    private final int spins;
    private final int looks;
    private final IntPredicate yields;
    private final long shortestNs;
    private final long longestNs;

    /**
     * @param spins looks after which a thread spins
     * @param looks after which it is to sleep
     * @param yields gives the core away, being told how often that was done before; false where the thread is to sleep
     *     rather
     * @param shortestNs step of sleep
     * @param longestNs step of sleep
     */
    IdleStrategy(int spins, int looks, IntPredicate yields, long shortestNs, long longestNs) {
        this.spins = spins;
        this.looks = looks;
        this.yields = yields;
        this.shortestNs = Math.min(shortestNs, longestNs);
        this.longestNs = longestNs;
    }

    /** After so many looks that have found nothing. */
    State after(int idleLooks) {
        if (idleLooks >= looks) {
            return State.SLEEPING;
        }
        return idleLooks < spins ? State.SPINNING : State.YIELDING;
    }

    /**
     * Spins, or gives the core away.
     *
     * @param idleLooks looks before the last one that have found nothing
     * @return false where the thread is to sleep rather
     */
    boolean idle(int idleLooks) {
        State state = after(idleLooks);
        if (state == State.SPINNING) {
            Thread.onSpinWait();
            return true;
        }
        return state == State.YIELDING && yields.test(idleLooks - spins);
    }

    /** Looks after which a thread begins to give its core away. */
    int spins() {
        return spins;
    }

    /** Looks after which a thread sleeps. */
    int looks() {
        return looks;
    }

    long shortestNs() {
        return shortestNs;
    }

    /** The step after one of so long. */
    long longer(long stepNs) {
        return longer(stepNs, longestNs);
    }

    static long longer(long stepNs, long longestNs) {
        return Math.min(longestNs, stepNs + stepNs / GROWTH);
    }
}
