package org.rmi4mpi.dispatch;

/**
 * How the threads of a rank wait; all the numbers of it.
 *
 * @param polls after which a thread sleeps that waits
 * @param sharesCores whether its node has more ranks than cores
 * @param longestSleepNs longest step in which a thread that waits sleeps between two looks
 */
public record WaitPolicy(int polls, boolean sharesCores, long longestSleepNs) {
    private static final int SPINS = 50;
    private static final int LEADERS_SPINS = 20;
    /** Where ranks share cores a thread gives its core away soon. */
    private static final int FEW_SPINS = 4;
    /** There a thread that waits for a reply, which wakes it, polls so often. */
    private static final int FEW_POLLS = 100;
    /** Polls of a leader that rests then, and the same where ranks share cores. */
    private static final int LEADERS_POLLS = 100;
    private static final int LEADERS_FEW_POLLS = 10;
    private static final long SHORTEST_SLEEP_NS = 20_000;
    private static final long LONGEST_PAUSE_NS = 1_000_000;
    /** Of a rank that not all others can ring for: so late may the first call after a while be. */
    private static final long LONGEST_DEAF_SLEEP_NS = 100_000_000;

    /** Of a thread that waits for a reply: it is woken by that, and sleeps as soon as somebody wants its core. */
    IdleStrategy forReplies(Cores cores) {
        int looks = sharesCores ? Math.min(polls, FEW_POLLS) : polls;
        return strategy(SPINS, looks, cores, LONGEST_PAUSE_NS);
    }

    /**
     * Of a thread that waits for MPI: it gives its core away, whoever wants it. That takes less from others than being late
     * by a sleep takes from this rank.
     */
    IdleStrategy forMessages(Cores cores) {
        return new IdleStrategy(spins(SPINS), polls, cores::giveAway, SHORTEST_SLEEP_NS, longestSleepNs);
    }

    /** Of the thread that leads the crew. */
    IdleStrategy forLeader(Cores cores) {
        int looks = Math.min(polls, sharesCores ? LEADERS_FEW_POLLS : LEADERS_POLLS);
        return strategy(LEADERS_SPINS, looks, cores, Math.min(longestSleepNs, LONGEST_DEAF_SLEEP_NS));
    }

    private IdleStrategy strategy(int spins, int looks, Cores cores, long longestNs) {
        return new IdleStrategy(spins(spins), looks, cores::areFree, SHORTEST_SLEEP_NS, longestNs);
    }

    private int spins(int most) {
        return sharesCores ? Math.min(most, FEW_SPINS) : most;
    }
}
