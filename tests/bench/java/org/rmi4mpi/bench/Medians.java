package org.rmi4mpi.bench;

import java.util.stream.DoubleStream;

/** The middle of measured values. Stateless. */
public final class Medians {
    private Medians() {}

    /**
     * Returns the median. For an even number of values it is the mean of the two in the middle, and for none it is not
     * a number.
     */
    public static double of(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
