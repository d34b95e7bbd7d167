package org.rmi4mpi.bench.call;

/**
 * The duration of the measurements.
 *
 * @param rounds number of rounds, each with all rows and contenders in turn
 * @param batches number of batches in a round; the median counts, and most of many short batches are undisturbed
 * @param batchMs approximate duration of a batch
 * @param warmMs duration of the warm-up of each row, before the first round
 * @param idleMs how long an idle rank is observed
 * @param turns number of turns of a computation with and without the job
 * @param longestS time after which no further round of plain calls begins, except for the first two
 */
record Pace(int rounds, int batches, int batchMs, int warmMs, int idleMs, int turns, int longestS) {
    static final Pace FULL = new Pace(5, 81, 2, 1500, 4000, 100, 3600);
    static final Pace QUICK = new Pace(3, 25, 2, 400, 1500, 20, 600);

    /** Whether the measurement of calls that began at this time has another round. */
    boolean goesOn(int round, long startNs) {
        return round < rounds && (round < 2 || System.nanoTime() - startNs < longestS * 1_000_000_000L);
    }

    /** Returns the duration of all batches of a round together. */
    int roundMs() {
        return batches * batchMs;
    }
}
