package org.rmi4mpi.bench.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.rmi4mpi.bench.peer.PairJobs;
import org.rmi4mpi.bench.rows.Results;
import org.rmi4mpi.bench.rows.Software;

/** The times of calls with arrays over the numbers of elements, with a line for each pair of languages, and one for C. Stateless. */
final class PairChart {
    private static final int LARGEST = 1_000_000;

    private PairChart() {}

    /** @param elements double or MyDouble */
    static String draw(Results results, String elements) throws IOException {
        List<Chart.Line> lines = new ArrayList<>();
        for (String pair : PairJobs.COMPILED) {
            add(lines, pair, size -> results.median(row(elements, size, pair), Software.OURS));
        }
        add(lines, "C", size -> results.median(row(elements, size, "C++ to C++"), Software.C));
        return lines.isEmpty() ? "" : Chart.lines(elements + "s", "microseconds", true, lines);
    }

    private static String row(String elements, double size, String pair) {
        return PairJobs.name(elements + " " + (int) size, pair);
    }

    private static void add(List<Chart.Line> lines, String name, ToDoubleFunction<Double> us) {
        List<double[]> points = new ArrayList<>();
        for (double size = 10; size <= LARGEST; size *= 10) {
            double found = us.applyAsDouble(size);
            if (!Double.isNaN(found)) {
                points.add(new double[] {size, found});
            }
        }
        if (!points.isEmpty()) {
            lines.add(new Chart.Line(name, points));
        }
    }
}
