package org.rmi4mpi.bench.mpi;

import java.awt.Color;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.ChartUtils;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.rmi4mpi.bench.rows.Spread;

/** Times in microseconds, by measure, size, variant and round. */
final class MpiResults {
    /** The base of the ratios: the thread level that Java requests. */
    private static final String BASE = "C multiple";

    private final Map<String, Map<Integer, Map<String, Map<Integer, Double>>>> times = new LinkedHashMap<>();
    private final Set<String> variants = new LinkedHashSet<>();

    void add(int round, String measure, int bytes, String variant, double us) {
        variants.add(variant);
        times.computeIfAbsent(measure, name -> new TreeMap<>())
                .computeIfAbsent(bytes, size -> new LinkedHashMap<>())
                .computeIfAbsent(variant, name -> new TreeMap<>())
                .put(round, us);
    }

    /** Median of the rounds. */
    private static double us(Map<String, Map<Integer, Double>> row, String variant) {
        return Spread.median(row.get(variant).values().stream().mapToDouble(Double::doubleValue));
    }

    /** Median of each round's ratio. */
    private static double ratio(Map<String, Map<Integer, Double>> row, String variant) {
        Map<Integer, Double> base = row.get(BASE);
        return Spread
                .median(row.get(variant).entrySet().stream().mapToDouble(e -> e.getValue() / base.get(e.getKey())));
    }

    String toMarkdown() {
        StringBuilder text =
                new StringBuilder("# Package mpi beside C\n\nMicroseconds, medians; in brackets the ratio to "
                        + BASE + " of the same round.\n");
        times.forEach((measure, rows) -> {
            text.append(String.format("%n| %-9s |", measure));
            variants.forEach(variant -> text.append(String.format(" %-17s |", variant)));
            text.append("\n|---|").append("--:|".repeat(variants.size())).append('\n');
            rows.forEach((bytes, row) -> {
                text.append(String.format("| %9d |", bytes));
                variants.forEach(variant -> text.append(String.format(" %17s |", cell(row, variant))));
                text.append('\n');
            });
        });
        return text.toString();
    }

    private static String cell(Map<String, Map<Integer, Double>> row, String variant) {
        if (!row.containsKey(variant)) {
            return "";
        }
        return variant.startsWith("C")
                ? String.format(Locale.ROOT, "%.2f", us(row, variant))
                : String.format(Locale.ROOT, "%.2f (%.2f)", us(row, variant), ratio(row, variant));
    }

    /** Writes mpi.md, mpi.csv and, for the round trips, mpi.png. */
    void write(Path folder) throws IOException {
        Files.writeString(folder.resolve("mpi.md"), toMarkdown());
        try (Writer out = Files.newBufferedWriter(folder.resolve("mpi.csv"));
                CSVPrinter csv = new CSVPrinter(out, CSVFormat.DEFAULT)) {
            csv.printRecord("measure", "bytes", "variant", "round", "us");
            times.forEach((measure, rows) -> rows.forEach((bytes, row) -> row.forEach(
                    (variant, rounds) -> rounds
                            .forEach((round, us) -> print(csv, measure, bytes, variant, round, us)))));
        }
        draw(folder.resolve("mpi.png"));
    }

    private static void print(CSVPrinter csv, Object... values) {
        try {
            csv.printRecord(values);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void draw(Path file) throws IOException {
        XYSeriesCollection lines = new XYSeriesCollection();
        for (String variant : variants) {
            XYSeries line = new XYSeries(variant);
            times.get("latency").forEach((bytes, row) -> line.add(bytes.doubleValue(), us(row, variant)));
            lines.addSeries(line);
        }
        JFreeChart chart = ChartFactory.createXYLineChart("Round trip of two ranks", "bytes", "microseconds", lines,
                PlotOrientation.VERTICAL, true, false, false);
        XYPlot plot = chart.getXYPlot();
        plot.setDomainAxis(new LogAxis("bytes"));
        plot.setRangeAxis(new LogAxis("microseconds"));
        plot.setBackgroundPaint(Color.WHITE);
        plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
        ChartUtils.saveChartAsPNG(file.toFile(), chart, 900, 600);
    }
}
