package org.rmi4mpi.dispatch;

import java.util.function.IntPredicate;

/**
 * How the threads of a rank wait: the states of a wait ({@link IdleStrategy}), and for each event how often a thread
 * polls before it sleeps, and how long it sleeps. {@link Cores} tells whether other threads want the core. Crew threads at
 * rest have their times in {@link CrewRest}.
 *
 * @param polls idle polls before a waiting thread sleeps: the option rmi4mpi.polls
 * @param sharesCores whether the node has more ranks than cores
 * @param longestSleepNs longest sleep between two polls of a waiting thread: the option rmi4mpi.sleep.us
 */
public record WaitPolicy(int polls, boolean sharesCores, long longestSleepNs) {
    private static final int SPINS = 50;
    /** Spins before a thread yields with shared cores, and before the leader of the crew yields. */
    private static final int FEW_SPINS = 4;
    /** Idle polls before a thread that waits for a reply sleeps, with shared cores. The reply wakes the thread. */
    private static final int FEW_POLLS = 100;
    /** Idle polls before the leader rests, without and with shared cores. */
    private static final int LEADERS_POLLS = 100;
    private static final int LEADERS_FEW_POLLS = 10;
    private static final long SHORTEST_SLEEP_NS = 20_000;
    private static final long LONGEST_PAUSE_NS = 1_000_000;

    /** A poll that finds another thread polling counts as this many idle polls. */
    static final int POLLS_PER_BUSY = 4;
    /**
     * Idle polls before the called rank is rung for a late reply, or twice as many as recent calls of the thread took.
     * Each further ring comes after four times as many.
     */
    static final int LATE_POLLS = 32;
    /**
     * Shortest first sleep of a thread that waits for a reply. After this long it rings the called rank, whose leader
     * may be stuck in a method. If calls usually take longer, the first sleep is twice their usual time: they are slow
     * because cores are scarce, and a needless ring would use a core.
     */
    static final long FIRST_REPLY_SLEEP_NS = 100_000;
    /**
     * Second sleep of such a thread. Later sleeps grow, up to {@link #LONGEST_REPLY_SLEEP_NS}. A ring ends a sleep
     * early, so the limits matter only when a ring is lost.
     */
    static final long REPLY_SLEEP_NS = 2_000_000;
    static final long LONGEST_REPLY_SLEEP_NS = 100_000_000;
    /** Longest sleep of such a thread when it is parked: the thread that takes its reply unparks it. */
    static final long PARKED_SLEEP_NS = 200_000_000;

    /**
     * Longest polling interval of a rank that some peers cannot ring. The first call after a quiet time may be late by
     * this much.
     */
    private static final long LONGEST_DEAF_SLEEP_NS = 100_000_000;

    /** How a thread waits for a reply. The reply wakes it, so it sleeps as soon as its core is contended. */
    IdleStrategy forReplies(Cores cores) {
        int idlePolls = sharesCores ? Math.min(polls, FEW_POLLS) : polls;
        return strategy(SPINS, idlePolls, cores, LONGEST_PAUSE_NS);
    }

    /**
     * How a thread waits for MPI. It yields instead of sleeping, even on a contended core. A late wake-up would
     * cost this rank more than polling costs the others.
     */
    IdleStrategy forMessages(Cores cores) {
        return new IdleStrategy(spins(SPINS), polls, cores::yield, SHORTEST_SLEEP_NS, longestSleepNs);
    }

    /** How the leader of the crew waits for requests. */
    IdleStrategy forLeader(Cores cores) {
        int idlePolls = Math.min(polls, sharesCores ? LEADERS_FEW_POLLS : LEADERS_POLLS);
        return strategy(FEW_SPINS, idlePolls, cores, Math.min(longestSleepNs, LONGEST_DEAF_SLEEP_NS));
    }

    private IdleStrategy strategy(int spins, int idlePolls, Cores cores, long longestNs) {
        return new IdleStrategy(spins(spins), idlePolls, cores::tryYield, SHORTEST_SLEEP_NS, longestNs);
    }

    private int spins(int most) {
        return sharesCores ? Math.min(most, FEW_SPINS) : most;
    }

    /**
     * The pause between two polls that find nothing. A thread spins first, then yields after each poll, then sleeps.
     * Each sleep is longer than the one before by 1/32, so a thread wakes late by at most a few percent of its wait.
     * Immutable: each thread keeps its own count of idle polls and its own sleep length.
     */
    static final class IdleStrategy {
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
}
