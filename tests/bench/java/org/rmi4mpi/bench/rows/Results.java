package org.rmi4mpi.bench.rows;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The measurements by row and system, one value for each round. Comparisons are made within rounds, and the median
 * counts. A row that is measured again has the values of its last attempt. Owned by one thread.
 */
public final class Results {
    private record Cell(String row, Software software) {}

    private final Map<Cell, List<Double>> values = new LinkedHashMap<>();
    private final Map<String, Integer> attempts = new LinkedHashMap<>();

    /** @param value not a number if there is nothing to measure */
    public void add(String row, Software software, double value) {
        if (!Double.isNaN(value)) {
            values.computeIfAbsent(new Cell(row, software), cell -> new ArrayList<>()).add(value);
        }
    }

    /** Forgets the values of a row, which is measured again. */
    public void again(String row) {
        values.keySet().removeIf(cell -> cell.row().equals(row));
        attempts.merge(row, 1, Integer::sum);
    }

    /** Returns how often a row was measured again. */
    public int attempt(String row) {
        return attempts.getOrDefault(row, 0);
    }

    public List<Double> rounds(String row, Software software) {
        return values.getOrDefault(new Cell(row, software), List.of());
    }

    public Spread spread(String row, Software software) {
        return Spread.of(rounds(row, software));
    }

    public double median(String row, Software software) {
        return Spread.median(rounds(row, software));
    }

    /** Returns the median ratio of two systems. */
    public double ratio(String row, Software one, Software other) {
        return medianOf(rounds(row, one), rounds(row, other), (a, b) -> a / b);
    }

    /** Returns the part of the JDK's time that a system saves, in percent: negative where it is slower. */
    public double savingPercent(String row, Software software) {
        return 100 * (1 - ratio(row, software, Software.JDK));
    }

    /** Returns how much better ours is than the JDK; not a number for shares, which are close to zero. */
    double factor(Row row) {
        if (row.unit() == Unit.PERCENT) {
            return Double.NaN;
        }
        return row.unit().moreIsBetter()
                ? ratio(row.name(), Software.OURS, Software.JDK) : ratio(row.name(), Software.JDK, Software.OURS);
    }

    /** Returns the median ratio of our numbers in two rows. */
    double ratio(Row row, Row other) {
        return medianOf(ours(row), ours(other), (a, b) -> a / b);
    }

    /** Returns the median difference of our numbers in two rows. */
    double difference(Row row, Row other) {
        return medianOf(ours(row), ours(other), (a, b) -> a - b);
    }

    private List<Double> ours(Row row) {
        return rounds(row.name(), Software.OURS);
    }

    private static double medianOf(List<Double> ones, List<Double> others, DoubleBinaryOperator comparison) {
        DoubleStream each = IntStream.range(0, Math.min(ones.size(), others.size()))
                .mapToDouble(i -> comparison.applyAsDouble(ones.get(i), others.get(i)));
        return Spread.median(each);
    }
}
