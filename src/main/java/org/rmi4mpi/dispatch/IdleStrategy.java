package org.rmi4mpi.dispatch;

import java.util.function.IntPredicate;

/**
 * What a thread does between two polls that find nothing. It spins first, then yields after each poll, then sleeps.
 * Each sleep is longer than the one before by 1/32, so a thread wakes late by at most a few percent of its wait.
 * Immutable: each thread keeps its own count of idle polls and its own sleep length.
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
     * @param spins idle polls after which a thread stops spinning and yields
     * @param looks idle polls after which a thread sleeps
     * @param yields yields the core; receives the number of earlier yields of this wait and returns false if the thread
     *     should sleep instead
     * @param shortestNs shortest sleep
     * @param longestNs longest sleep
     */
    IdleStrategy(int spins, int looks, IntPredicate yields, long shortestNs, long longestNs) {
        this.spins = spins;
        this.looks = looks;
        this.yields = yields;
        this.shortestNs = Math.min(shortestNs, longestNs);
        this.longestNs = longestNs;
    }

    /** The state after the given number of idle polls. */
    State after(int idleLooks) {
        if (idleLooks >= looks) {
            return State.SLEEPING;
        }
        return idleLooks < spins ? State.SPINNING : State.YIELDING;
    }

    /**
     * Spins or yields.
     *
     * @param idleLooks idle polls before the last one
     * @return false if the thread should sleep instead
     */
    boolean idle(int idleLooks) {
        State state = after(idleLooks);
        if (state == State.SPINNING) {
            Thread.onSpinWait();
            return true;
        }
        return state == State.YIELDING && yields.test(idleLooks - spins);
    }

    /** Idle polls after which a thread stops spinning and yields. */
    int spins() {
        return spins;
    }

    /** Idle polls after which a thread sleeps. */
    int looks() {
        return looks;
    }

    long shortestNs() {
        return shortestNs;
    }

    /** The sleep that follows one of the given length. */
    long longer(long stepNs) {
        return longer(stepNs, longestNs);
    }

    static long longer(long stepNs, long longestNs) {
        return Math.min(longestNs, stepNs + stepNs / GROWTH);
    }
}
