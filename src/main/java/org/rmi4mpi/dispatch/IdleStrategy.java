package org.rmi4mpi.dispatch;

import java.util.function.IntPredicate;

/**
 * The pause between two polls that find nothing. A thread spins first, then yields after each poll, then sleeps.
 * Each sleep is longer than the one before by 1/32, so a thread wakes late by at most a few percent of its wait.
 * Immutable: each thread keeps its own count of idle polls and its own sleep length.
 */
final class IdleStrategy {
    enum State { SPINNING, YIELDING, SLEEPING }

    private static final int GROWTH = 32;

    private final int spins;
    private final int pollsBeforeSleep;
    private final IntPredicate yields;
    private final long shortestNs;
    private final long longestNs;

    /**
     * @param spins idle polls after which a thread stops spinning and yields
     * @param pollsBeforeSleep idle polls after which a thread sleeps
     * @param yields yields the core; receives the number of earlier yields of this wait and returns false if the thread
     *     should sleep instead
     * @param shortestNs shortest sleep
     * @param longestNs longest sleep
     */
    IdleStrategy(int spins, int pollsBeforeSleep, IntPredicate yields, long shortestNs, long longestNs) {
        this.spins = spins;
        this.pollsBeforeSleep = pollsBeforeSleep;
        this.yields = yields;
        this.shortestNs = Math.min(shortestNs, longestNs);
        this.longestNs = longestNs;
    }

    /** The state after the given number of idle polls. */
    State after(int idlePolls) {
        if (idlePolls >= pollsBeforeSleep) {
            return State.SLEEPING;
        }
        return idlePolls < spins ? State.SPINNING : State.YIELDING;
    }

    /**
     * Spins or yields.
     *
     * @param idlePolls idle polls before the last one
     * @return false if the thread should sleep instead
     */
    boolean idle(int idlePolls) {
        State state = after(idlePolls);
        if (state == State.SPINNING) {
            Thread.onSpinWait();
            return true;
        }
        return state == State.YIELDING && yields.test(idlePolls - spins);
    }

    /** Idle polls after which a thread stops spinning and yields. */
    int spins() {
        return spins;
    }

    /** Idle polls after which a thread sleeps. */
    int pollsBeforeSleep() {
        return pollsBeforeSleep;
    }

    long shortestNs() {
        return shortestNs;
    }

    /** The sleep that follows one of the given length. */
    long nextStepNs(long stepNs) {
        return nextStepNs(stepNs, longestNs);
    }

    static long nextStepNs(long stepNs, long longestNs) {
        return Math.min(longestNs, stepNs + stepNs / GROWTH);
    }
}
