package org.rmi4mpi.bench.mpi;

import static org.rmi4mpi.bench.MpirunEnvironment.EAGER_LIMIT;

import java.awt.Color;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;
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
public final class MpiResults {
    /** The base of the ratios: the thread level that Java requests. */
    static final String BASE = "C multiple";

    private final Map<String, Map<Integer, Map<String, Map<Integer, Double>>>> times = new LinkedHashMap<>();
    private final Set<String> variants = new LinkedHashSet<>();

    public void add(int round, String measure, int bytes, String variant, double us) {
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

    Set<String> variants() {
        return variants;
    }

    public Set<String> measures() {
        return times.keySet();
    }

    public Set<Integer> sizes(String measure) {
        return times.getOrDefault(measure, Map.of()).keySet();
    }

    /** Returns the median ratio to C of the same round; not a number if it was not measured. */
    public double ratio(String measure, int bytes, String variant) {
        Map<String, Map<Integer, Double>> row = times.getOrDefault(measure, Map.of()).getOrDefault(bytes, Map.of());
        return row.containsKey(variant) && row.containsKey(BASE) ? ratio(row, variant) : Double.NaN;
    }

    String toMarkdown() {
        return "# Package mpi beside C\n\n" + tables(variants)
                + CallTables.toMarkdown(CallTables.of(this, variants, false));
    }

    /** Returns a table for each measure but single calls; variants that it has not are left out. */
    String tables(Collection<String> wanted) {
        StringBuilder text = new StringBuilder("Microseconds, medians; in brackets the ratio to " + BASE
                + " of the same round. Open MPI's ranks send messages of up to " + EAGER_LIMIT
                + " bytes, header included, through shared memory without waiting for their receive, in Java and in C.\n");
        times.forEach((measure, rows) -> {
            if (CallTables.isCall(measure)) {
                return;
            }
            List<String> columns = wanted.stream()
                    .filter(variant -> rows.values().stream().anyMatch(row -> row.containsKey(variant))).toList();
            text.append(String.format("%n| %-10s |", measure));
            columns.forEach(variant -> text.append(String.format(" %-17s |", variant)));
            text.append("\n|--:|").append("--:|".repeat(columns.size())).append('\n');
            rows.forEach((bytes, row) -> {
                text.append(String.format("| %10s |", size(bytes)));
                columns.forEach(variant -> text.append(String.format(" %17s |", cell(row, variant))));
                text.append('\n');
            });
        });
        return text.toString();
    }

    static String size(int bytes) {
        return bytes >= 1 << 20 ? (bytes >> 20) + " MiB" : bytes >= 1 << 10 ? (bytes >> 10) + " KiB" : bytes + " B";
    }

    /** The time, and in brackets the ratio to C; "" where it was not measured. */
    String cell(String measure, int bytes, String variant) {
        return cell(times.getOrDefault(measure, Map.of()).getOrDefault(bytes, Map.of()), variant);
    }

    private static String cell(Map<String, Map<Integer, Double>> row, String variant) {
        if (!row.containsKey(variant)) {
            return "";
        }
        double us = us(row, variant);
        String text = String.format(Locale.ROOT, us < 100 ? "%.2f" : "%,.0f", us);
        return variant.startsWith("C") || !row.containsKey(BASE)
                ? text : String.format(Locale.ROOT, "%s (%.2f)", text, ratio(row, variant));
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
        if (times.containsKey("latency")) {
            draw(folder.resolve("mpi.png"));
        }
    }

    /** Returns the tables of the newest JDK, beside C at its thread level. */
    public String tablesOfNewestJdk() {
        List<String> newest = variantsOfNewestJdk();
        return tables(variants.stream().filter(variant -> variant.equals(BASE) || newest.contains(variant)).toList())
                + CallTables.toMarkdown(CallTables.of(this, newest, true));
    }

    /** The variants in Java, on the newest JDK that was measured. */
    public List<String> variantsOfNewestJdk() {
        List<String> java = variants.stream().filter(variant -> !variant.startsWith("C ")).toList();
        int newest = java.stream().mapToInt(MpiResults::jdk).max().orElse(0);
        return java.stream().filter(variant -> jdk(variant) == newest).toList();
    }

    /** The variants in Java that have single calls. */
    public List<String> variantsOfCalls() {
        return variants
                .stream().filter(variant -> !variant.startsWith("C ")).filter(variant -> times.entrySet().stream()
                        .anyMatch(row -> CallTables.isCall(row.getKey())
                                && row.getValue().values().stream().anyMatch(cells -> cells.containsKey(variant))))
                .toList();
    }

    static int jdk(String variant) {
        return Integer.parseInt(variant.substring(variant.indexOf(' ') + 1));
    }

    /** Reads what {@link #write} has written. */
    public static MpiResults read(Path csv) throws IOException {
        MpiResults results = new MpiResults();
        try (CSVParser lines = CSVParser.parse(csv, StandardCharsets.UTF_8,
                CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).build())) {
            for (CSVRecord line : lines) {
                results.add(Integer.parseInt(line.get("round")), line.get("measure"),
                        Integer.parseInt(line.get("bytes")), line.get("variant"), Double.parseDouble(line.get("us")));
            }
        } catch (IllegalArgumentException e) {
            throw new IOException(csv + " is not a file of 'make bench-mpi': " + e.getMessage(), e);
        }
        return results;
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
            times.get("latency").forEach((bytes, row) -> {
                if (row.containsKey(variant)) {
                    line.add(bytes.doubleValue(), us(row, variant));
                }
            });
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
