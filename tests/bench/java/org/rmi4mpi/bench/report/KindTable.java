package org.rmi4mpi.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.rmi4mpi.bench.kind.KindJobs;
import org.rmi4mpi.bench.rows.Results;
import org.rmi4mpi.bench.rows.Software;

/** The times of each kind of object over those of JDK RMI. Stateless. */
final class KindTable {
    private KindTable() {}

    /** A column of the table. */
    record Column(int count, String direction, String call) {
        /** Not a number if the row was not measured. */
        double ratio(Results results, String kind) {
            return results.ratio(KindJobs.nameOf(kind, count, direction, call), Software.OURS, Software.JDK);
        }
    }

    static List<Column> columns(int count) {
        List<Column> columns = new ArrayList<>();
        for (String direction : KindJobs.DIRECTIONS) {
            for (String call : KindJobs.CALLS) {
                columns.add(new Column(count, direction, call));
            }
        }
        return columns;
    }

    /** Returns a table for each number of objects that was measured. */
    static List<Map<String, Object>> of(Results results) {
        List<Map<String, Object>> tables = new ArrayList<>();
        for (int count : KindJobs.COUNTS) {
            List<Map<String, Object>> lines = new ArrayList<>();
            for (String kind : KindJobs.KINDS) {
                List<Double> ratios = columns(count).stream().map(each -> each.ratio(results, kind)).toList();
                if (ratios.stream().anyMatch(ratio -> !Double.isNaN(ratio))) {
                    lines.add(Map.of("kind", kind, "cells", ratios.stream().map(KindTable::cell).toList()));
                }
            }
            if (!lines.isEmpty()) {
                tables.add(Map.of("count", String.format(Locale.ROOT, "%,d", count), "lines", lines));
            }
        }
        return tables;
    }

    private static Map<String, Object> cell(double ratio) {
        return Map.of("ratio", Model.number(ratio), "isSlower", ratio > 1);
    }
}
