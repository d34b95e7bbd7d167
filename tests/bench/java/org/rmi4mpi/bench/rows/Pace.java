package org.rmi4mpi.bench.rows;

/**
 * The duration of the measurements.
 *
 * @param name in the results
 * @param rounds number of rounds, each with all rows and systems in turn
 * @param batches number of batches in a round; the median counts, and most of many short batches are undisturbed
 * @param batchMs approximate duration of a batch
 * @param warmMs duration of the warm-up of each row, before the first round
 * @param idleMs how long an idle rank is observed
 * @param turns number of turns of a computation with and without the job
 * @param longestS time after which no further round of plain calls begins, except for the first two
 * @param runs number of times that an application is started
 * @param repetitions number of times that a started application computes its result, not counting the first
 * @param isRepeated whether rows whose values are far apart are measured again
 */
public record Pace(String name, int rounds, int batches, int batchMs, int warmMs, int idleMs, int turns, int longestS,
        int runs, int repetitions, boolean isRepeated) {
    /** In less time the JVM has not compiled what all calls run through. */
    private static final int LEAST_WARM_MS = 20_000;
    private static final int LEAST_WARM_QUICK_MS = 12_000;

    /** For {@code make bench}. */
    public static final Pace COLLECTION = new Pace("full", 5, 61, 2, 700, 4000, 100, 3600, 3, 5, true);
    public static final Pace QUICK_COLLECTION = new Pace("quick", 3, 7, 2, 90, 1500, 20, 600, 1, 2, false);
    /** For {@code make bench-call}. */
    public static final Pace FULL = new Pace("calls", 5, 81, 2, 1500, 4000, 100, 3600, 5, 4, false);
    public static final Pace QUICK = new Pace("calls, quick", 3, 25, 2, 400, 1500, 20, 600, 3, 4, false);
    /** For {@code make bench-quick}. */
    public static final Pace MINUTE = new Pace("a minute", 5, 41, 1, 200, 0, 0, 35, 0, 0, false);
    /** Calls each row once, and measures nothing. */
    public static final Pace SMOKE = new Pace("smoke", 0, 1, 1, 1, 0, 0, 0, 0, 0, false);

    /** Whether the measurement of calls that began at this time has another round. */
    public boolean goesOn(int round, long startNs) {
        return round < rounds && (round < 2 || System.nanoTime() - startNs < longestS * 1_000_000_000L);
    }

    /** Returns the warm-up of each of so many rows: few rows get longer ones, since they share most of the code. */
    public int warmMs(int ofRows) {
        int leastMs = equals(QUICK_COLLECTION) ? LEAST_WARM_QUICK_MS : LEAST_WARM_MS;
        return rounds == 0 || this == MINUTE ? warmMs : Math.max(warmMs, leastMs / ofRows);
    }

    /** Returns the duration of all batches of a round together. */
    public int roundMs() {
        return batches * batchMs;
    }
}
