package org.rmi4mpi.bench.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rmi4mpi.bench.rows.Results;
import org.rmi4mpi.bench.rows.ResultsFile;
import org.rmi4mpi.bench.rows.Section;
import org.rmi4mpi.bench.rows.Software;

/** The figures of a report. A figure without data is "". */
final class Figures {
    static final List<Software> REMOTE =
            List.of(Software.OURS, Software.OURS_WITH_JDK, Software.JDK_WITH_OURS);
    private static final Pattern ARRAY = Pattern.compile("(\\w+) ping\\((\\w+)\\[(\\d+)\\]\\)");
    private static final Map<String, Integer> BYTES =
            Map.of("byte", 1, "int", 4, "float", 4, "double", 8, "MyDouble", 8);

    private final ResultsFile.Content content;
    private final Results results;

    Figures(ResultsFile.Content content) {
        this.content = content;
        results = content.results();
    }

    /** Returns the savings of each system in all rows with a time that the JDK's RMI has, too. */
    Map<String, List<Double>> savings() {
        Map<String, List<Double>> savings = new LinkedHashMap<>();
        for (Software system : REMOTE) {
            List<Double> percents = savingsOf(system);
            if (!percents.isEmpty()) {
                savings.put(system.text(), percents);
            }
        }
        return savings;
    }

    List<Double> savingsOf(Software system) {
        List<Double> percents = new ArrayList<>();
        for (Section section : List.of(Section.KERNELS, Section.STAR, Section.APPLICATIONS)) {
            for (String row : content.rows(section)) {
                double percent = results.savingPercent(row, system);
                if (!Double.isNaN(percent)) {
                    percents.add(percent);
                }
            }
        }
        return percents;
    }

    String saving() throws IOException {
        Map<String, List<Double>> savings = savings();
        return savings.isEmpty() ? "" : SavingChart.draw(savings);
    }

    /** Figure 4: the saving against the size of an array that is passed and returned. */
    String savingBySize() throws IOException {
        List<Chart.Line> lines = new ArrayList<>();
        for (String type : List.of("byte", "int", "float")) {
            add(lines, type + "[]", Section.KERNELS, "Object", type,
                    (row, bytes) -> results.savingPercent(row, Software.OURS));
        }
        return drawn("bytes of the array", "percent saved", false, lines);
    }

    /** The time of arrays that are passed, against their size. */
    String arrays(String type) throws IOException {
        List<Chart.Line> lines = new ArrayList<>();
        for (Software system : List.of(Software.OURS, Software.JDK, Software.C)) {
            add(lines, system.text(), Section.ARRAYS, "void", type, (row, bytes) -> results.median(row, system));
        }
        return drawn("bytes of the array", "microseconds", true, lines);
    }

    /** The throughput of an array there and back, both ways together, in megabytes a second. */
    String throughput(String type) throws IOException {
        List<Chart.Line> lines = new ArrayList<>();
        List<Software> systems = type.equals("double") ? List.of(Software.OURS, Software.JDK, Software.C)
                : List.of(Software.OURS, Software.JDK);
        for (Software system : systems) {
            add(lines, system.text(), Section.THROUGHPUT, "Object", type,
                    (row, bytes) -> 2 * bytes / results.median(row, system));
        }
        return drawn("elements of the array, 8 bytes each", "MB/s", true, lines);
    }

    private interface Value {
        double of(String row, double bytes);
    }

    private void add(List<Chart.Line> lines, String name, Section section, String result, String type, Value value) {
        List<double[]> points = new ArrayList<>();
        for (String row : content.rows(section)) {
            Matcher array = ARRAY.matcher(row);
            if (array.matches() && array.group(1).equals(result) && array.group(2).equals(type)) {
                double length = Double.parseDouble(array.group(3));
                double bytes = length * BYTES.get(type);
                double y = value.of(row, bytes);
                if (!Double.isNaN(y)) {
                    points.add(new double[] {section == Section.THROUGHPUT ? length : bytes, y});
                }
            }
        }
        if (!points.isEmpty()) {
            lines.add(new Chart.Line(name, points));
        }
    }

    private static String drawn(String x, String y, boolean isLogarithmic, List<Chart.Line> lines)
            throws IOException {
        return lines.isEmpty() ? "" : Chart.lines(x, y, isLogarithmic, lines);
    }
}
