package org.rmi4mpi.bench.rows;

import java.util.Locale;

/** The target of a row: a figure, and its limit. */
public record Bar(String text, Figure figure, double limit, boolean isAtMost) {
    /** The number of a row that is compared with the limit; not a number if something was not measured. */
    interface Figure {
        double of(Results results, Row row);
    }

    private static final Figure FACTOR = (results, row) -> results.factor(row);
    private static final Figure OURS = (results, row) -> results.median(row.name(), Software.OURS);

    /** Nothing is asked of the row. */
    public static Bar none() {
        return new Bar("", (results, row) -> Double.NaN, Double.NaN, true);
    }

    public static Bar timesC(double limit) {
        return new Bar(String.format(Locale.ROOT, "at most %.1f x C", limit),
                (results, row) -> results.ratio(row.name(), Software.OURS, Software.C), limit, true);
    }

    /** A rate. */
    public static Bar partOfC(double limit) {
        return new Bar(String.format(Locale.ROOT, "at least %.1f x C", limit),
                (results, row) -> results.ratio(row.name(), Software.OURS, Software.C), limit, false);
    }

    /** A rate. */
    public static Bar timesRateOf(Row other, double limit) {
        return new Bar(String.format(Locale.ROOT, "%.0f x %s", limit, other.name()),
                (results, row) -> results.ratio(row, other), limit, false);
    }

    public static Bar fasterThanJdk(double limit) {
        return new Bar(String.format(Locale.ROOT, "%.0f x JDK RMI", limit), FACTOR, limit, false);
    }

    public static Bar atMostOfJdk(double part) {
        return new Bar(String.format(Locale.ROOT, "at most %.1f of JDK RMI's time", part), FACTOR, 1 / part, false);
    }

    /** A time. */
    public static Bar atMostTimesJdk(double limit) {
        return new Bar(String.format(Locale.ROOT, "at most %.2f x JDK RMI", limit),
                (results, row) -> results.ratio(row.name(), Software.OURS, Software.JDK), limit, true);
    }

    /** At most so much of another row's numbers. */
    public static Bar atMostTimes(Row other, double limit) {
        return new Bar(String.format(Locale.ROOT, "at most %.2f x %s", limit, other.name()),
                (results, row) -> results.ratio(row, other), limit, true);
    }

    public static Bar notSlowerThanJdk() {
        return new Bar("not slower than JDK RMI", FACTOR, 1, false);
    }

    public static Bar beyond(Row other, double limitUs) {
        return new Bar(String.format(Locale.ROOT, "%s + %.1f us", other.name(), limitUs),
                (results, row) -> results.difference(row, other), limitUs, true);
    }

    public static Bar atMost(double limit, Unit unit) {
        return new Bar(String.format(Locale.ROOT, "at most %.1f %s", limit, unit.text()), OURS, limit, true);
    }

    public static Bar atLeast(double limit, Unit unit) {
        return new Bar(String.format(Locale.ROOT, "%.0f %s", limit, unit.text()), OURS, limit, false);
    }

    /** At least so much of another row's numbers, of which more is better. */
    public static Bar atLeastPartOf(Row other, double part) {
        return new Bar(String.format(Locale.ROOT, "%.1f x %s", part, other.name()),
                (results, row) -> results.ratio(row, other), part, false);
    }

    /** No limit, but a comparison that is printed. */
    public static Bar timesOf(Row other) {
        return new Bar("beside " + other.name(), (results, row) -> results.ratio(row, other), Double.NaN, true);
    }

    /** The figure, and whether it is within the limit. */
    String verdict(Results results, Row row) {
        double is = figure.of(results, row);
        if (Double.isNaN(is)) {
            return text.isEmpty() ? "" : "missing";
        }
        String value = String.format(Locale.ROOT, is >= 1000 ? "%.0f" : "%.2f", is);
        if (Double.isNaN(limit)) {
            return value;
        }
        return value + ((isAtMost ? is <= limit : is >= limit) ? " met" : " MISSED");
    }
}
