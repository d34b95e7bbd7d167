package org.rmi4mpi.bench;

import java.util.stream.DoubleStream;

/** The middle of measured values. Stateless. */
public final class Medians {
    private Medians() {}

    /** Of an even number of values the mean of the two in the middle; of none, not a number. */
    public static double of(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
