package org.rmi4mpi.bench.call;

import java.util.Arrays;
import org.rmi4mpi.bench.rows.Spread;

/** Times batches of a repeated action. Stateless. */
final class Stopwatch {
    /** Does something so many times. */
    interface Action {
        void run(int times) throws Exception;
    }

    /** Processes that continue may share one core, until the system's scheduler separates them. */
    private static final long SETTLE_NS = 15_000_000;

    private static final int LEAST_BATCHES = 3;
    /** How much longer than planned all batches together may take. */
    private static final int MOST_OVER = 3;

    private Stopwatch() {}

    /** Repeats the action for the given time, in growing batches. */
    static void warmUp(Action action, long ns) throws Exception {
        long start = System.nanoTime();
        for (int times = 1; System.nanoTime() - start < ns; times = Math.min(2 * times, 1024)) {
            action.run(times);
        }
    }

    /**
     * Returns the microseconds of one action: the median of the batches, each of about the given duration. Actions that
     * take longer get fewer batches.
     */
    static double medianUs(Action action, int batches, long batchNs) throws Exception {
        warmUp(action, SETTLE_NS);
        int times = timesFor(action, batchNs);
        double[] us = new double[batches];
        long longestNs = MOST_OVER * (long) batches * batchNs;
        long start = System.nanoTime();
        int made = 0;
        while (made < batches && (made < LEAST_BATCHES || System.nanoTime() - start < longestNs)) {
            us[made++] = elapsedNs(action, times) / 1e3 / times;
        }
        return Spread.median(Arrays.stream(us, 0, made));
    }

    private static int timesFor(Action action, long batchNs) throws Exception {
        int times = 1;
        long ns = elapsedNs(action, times);
        while (ns < batchNs / 4) {
            times *= 2;
            ns = elapsedNs(action, times);
        }
        return (int) Math.max(1, times * batchNs / ns);
    }

    private static long elapsedNs(Action action, int times) throws Exception {
        long start = System.nanoTime();
        action.run(times);
        return System.nanoTime() - start;
    }
}
