package org.rmi4mpi.bench.call;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.rmi4mpi.bench.Medians;

/**
 * The measurements by row and contender, one value for each round. Comparisons are made within rounds, and the median
 * counts.
 */
final class Results {
    private static final String LINE = "| %-44s | %-8s | %10s | %9s | %6s | %10s | %6s | %-32s | %-14s |%n";

    private record Cell(Row row, Contender contender) {}

    private final Map<Cell, List<Double>> values = new LinkedHashMap<>();

    /** @param value not a number if there is nothing to measure */
    void add(Row row, Contender contender, double value) {
        if (!Double.isNaN(value)) {
            values.computeIfAbsent(new Cell(row, contender), cell -> new ArrayList<>()).add(value);
        }
    }

    private List<Double> rounds(Row row, Contender contender) {
        return values.getOrDefault(new Cell(row, contender), List.of());
    }

    double median(Row row, Contender contender) {
        return Medians.of(rounds(row, contender).stream().mapToDouble(Double::doubleValue));
    }

    double ratio(Row row, Contender one, Contender other) {
        return medianOf(rounds(row, one), rounds(row, other), (a, b) -> a / b);
    }

    /** Returns how much better ours is than the JDK; not a number for shares, which are close to zero. */
    double factor(Row row) {
        if (row.unit() == Unit.PERCENT) {
            return Double.NaN;
        }
        return row.unit().moreIsBetter
                ? ratio(row, Contender.OURS, Contender.JDK) : ratio(row, Contender.JDK, Contender.OURS);
    }

    /** Returns the median ratio of our numbers in two rows. */
    double ratio(Row row, Row other) {
        return medianOf(rounds(row, Contender.OURS), rounds(other, Contender.OURS), (a, b) -> a / b);
    }

    /** Returns the median difference of our numbers in two rows. */
    double difference(Row row, Row other) {
        return medianOf(rounds(row, Contender.OURS), rounds(other, Contender.OURS), (a, b) -> a - b);
    }

    private static double medianOf(List<Double> ones, List<Double> others, DoubleBinaryOperator comparison) {
        DoubleStream each = IntStream.range(0, Math.min(ones.size(), others.size()))
                .mapToDouble(i -> comparison.applyAsDouble(ones.get(i), others.get(i)));
        return Medians.of(each);
    }

    String toCsv() {
        StringBuilder text = new StringBuilder("call,unit,contender,round,value\n");
        values.forEach((cell, rounds) -> {
            for (int round = 0; round < rounds.size(); round++) {
                text.append(String.format(Locale.ROOT, "%s,%s,%s,%d,%.4f%n", cell.row().name(), cell.row().unit().text,
                        cell.contender().name().toLowerCase(Locale.ROOT), round, rounds.get(round)));
            }
        });
        return text.toString();
    }

    String toMarkdown(List<Row> rows) {
        StringBuilder text = new StringBuilder(String.format(LINE, "call", "", "ours", "C", "ratio", "JDK RMI",
                "factor", "bar", "is"));
        text.append("|---|---|--:|--:|--:|--:|--:|---|---|\n");
        for (Row row : rows) {
            String format = row.unit().format;
            text.append(String.format(LINE, row.name(),
                    row.unit().text, cell(format, median(row, Contender.OURS)),
                    cell(format, median(row, Contender.C)), cell("%.2f", ratio(row, Contender.OURS, Contender.C)),
                    cell(format, median(row, Contender.JDK)), cell("%.1f", factor(row)), row.bar().text(),
                    row.bar().verdict(this, row)));
        }
        return text.toString();
    }

    private static String cell(String format, double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, format, value);
    }
}
