package org.rmi4mpi.bench.rows;

import java.util.Collection;
import java.util.stream.DoubleStream;

/**
 * Median and quartiles of measured values. Between two values a quantile is interpolated linearly; of no values all are
 * not a number.
 */
public record Spread(double lower, double median, double upper) {
    /** Quartiles that are further apart, in parts of the median, are too far apart. */
    private static final double WIDE = 1.0 / 3;

    public static Spread of(Collection<Double> values) {
        double[] sorted = sorted(values.stream().mapToDouble(Double::doubleValue));
        return new Spread(quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75));
    }

    public static double median(Collection<Double> values) {
        return median(values.stream().mapToDouble(Double::doubleValue));
    }

    public static double median(DoubleStream values) {
        return quantile(values, 0.5);
    }

    /** @param part 0 for the least value, 1 for the greatest */
    public static double quantile(DoubleStream values, double part) {
        return quantile(sorted(values), part);
    }

    private static double[] sorted(DoubleStream values) {
        return values.sorted().toArray();
    }

    private static double quantile(double[] sorted, double part) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        double place = part * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    /** Returns the distance of the quartiles, in parts of the median. */
    public double dispersion() {
        return (upper - lower) / Math.abs(median);
    }

    /** Whether the values say little. */
    public boolean isWide() {
        return dispersion() > WIDE;
    }
}
