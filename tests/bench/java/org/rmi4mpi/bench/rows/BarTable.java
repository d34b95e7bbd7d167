package org.rmi4mpi.bench.rows;

import java.util.List;
import java.util.Locale;

/** A table of rows with their bars, as {@code make bench-call} prints it. Stateless. */
public final class BarTable {
    private static final String LINE = "| %-44s | %-8s | %10s | %9s | %6s | %10s | %6s | %-32s | %-14s |%n";

    private BarTable() {}

    public static String of(List<Row> rows, Results results) {
        StringBuilder text = new StringBuilder(String.format(LINE, "call", "", "ours", "C", "ratio", "JDK RMI",
                "factor", "bar", "is"));
        text.append("|---|---|--:|--:|--:|--:|--:|---|---|\n");
        for (Row row : rows) {
            String format = row.unit().format();
            text.append(String.format(LINE, row.name(), row.unit().text(),
                    cell(format, results.median(row.name(), Software.OURS)),
                    cell(format, results.median(row.name(), Software.C)),
                    cell("%.2f", results.ratio(row.name(), Software.OURS, Software.C)),
                    cell(format, results.median(row.name(), Software.JDK)), cell("%.1f", results.factor(row)),
                    row.bar().text(), row.bar().verdict(results, row)));
        }
        return text.toString();
    }

    private static String cell(String format, double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, format, value);
    }
}
