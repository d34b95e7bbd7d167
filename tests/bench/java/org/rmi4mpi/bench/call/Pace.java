package org.rmi4mpi.bench.call;

/**
 * How long is measured.
 *
 * @param rounds of all rows and contenders in turns
 * @param batches in a round, of which the median counts: many short ones, most of which nothing disturbs
 * @param batchMs about as long as a batch takes
 * @param warmMs for each row, before the first round
 * @param idleMs how long an idle rank is looked at
 * @param turns of a computation with and without the job
 * @param longestS after which no further round of plain calls begins, where there have been two
 */
record Pace(int rounds, int batches, int batchMs, int warmMs, int idleMs, int turns, int longestS) {
    static final Pace FULL = new Pace(5, 81, 2, 1500, 4000, 100, 3600);
    static final Pace QUICK = new Pace(3, 25, 2, 400, 1500, 20, 600);

    /** Whether the calls that began so long ago are measured once more. */
    boolean goesOn(int round, long startNs) {
        return round < rounds && (round < 2 || System.nanoTime() - startNs < longestS * 1_000_000_000L);
    }

    /** As long as the batches of a round together. */
    int roundMs() {
        return batches * batchMs;
    }
}
