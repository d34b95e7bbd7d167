package org.rmi4mpi.bench.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.rmi4mpi.bench.rows.Results;
import org.rmi4mpi.bench.rows.ResultsFile;
import org.rmi4mpi.bench.rows.Section;
import org.rmi4mpi.bench.rows.Software;
import org.rmi4mpi.bench.rows.Spread;

/** The values that the templates of the pages show. Numbers are texts already. */
final class Model {
    private static final Set<Section> COMPARED =
            EnumSet.of(Section.KERNELS, Section.STAR, Section.ARRAYS, Section.THROUGHPUT, Section.BUCKETS);

    private final ResultsFile.Content content;
    private final Results results;
    private final Figures figures;

    Model(ResultsFile.Content content) {
        this.content = content;
        results = content.results();
        figures = new Figures(content);
    }

    Map<String, Object> toMap() throws IOException {
        Map<String, Object> model = new HashMap<>();
        model.put("about", content.about());
        model.put("isQuick", "quick".equals(content.about().get("pace")));
        model.put("rowCount", content.samples().stream().map(sample -> sample.row()).distinct().count());
        model.put("valueCount", content.samples().size());
        model.put("summary", summary());
        model.put("sections", sections());
        model.put("kinds", KindTable.of(results));
        model.put("kindsDrawn", KindChart.draw(results));
        model.put("pairsOfDouble", PairChart.draw(results, "double"));
        model.put("pairsOfObjects", PairChart.draw(results, "MyDouble"));
        model.put("papers", papers());
        model.put("figure3", figures.saving());
        model.put("figure4", figures.savingBySize());
        model.put("arrays", figures.arrays("byte"));
        model.put("throughput", figures.throughput("double"));
        model.put("objectThroughput", figures.throughput("MyDouble"));
        model.put("speedups", SpeedupChart.draw(content));
        model.put("cell", (freemarker.template.TemplateMethodModelEx) arguments -> cell("" + arguments.get(0),
                Software.valueOf("" + arguments.get(1))));
        return model;
    }

    private Map<String, Object> summary() {
        List<Double> savings = figures.savingsOf(Software.OURS);
        List<String> compared = COMPARED.stream().flatMap(section -> content.rows(section).stream())
                .filter(row -> !Double.isNaN(results.savingPercent(row, Software.OURS))).toList();
        List<String> slower = compared.stream().filter(row -> results.savingPercent(row, Software.OURS) <= 0).toList();
        List<String> slowerApplications = content.rows(Section.APPLICATIONS).stream()
                .filter(row -> results.savingPercent(row, Software.OURS) <= 0).toList();
        List<String> wide = content.samples().stream().map(sample -> sample.row()).distinct()
                .filter(row -> !wide(row).isEmpty()).toList();
        Map<String, Object> summary = new HashMap<>();
        summary.put("median", savings.isEmpty() ? "" : percent(Spread.median(savings)));
        summary.put("most", savings.isEmpty() ? "" : percent(savings.stream().mapToDouble(d -> d).max().orElseThrow()));
        summary.put("compared", compared.size());
        summary.put("slower", slower);
        summary.put("slowerApplications", slowerApplications);
        summary.put("wide", wide.size());
        summary.put("overC", number(results.ratio("void ping()", Software.OURS, Software.C)));
        return summary;
    }

    /** Returns the systems whose quartiles are far apart. */
    private String wide(String row) {
        return EnumSet.allOf(Software.class).stream().filter(system -> results.spread(row, system).isWide())
                .map(Software::text).collect(Collectors.joining(", "));
    }

    private List<Map<String, Object>> sections() {
        List<Map<String, Object>> sections = new ArrayList<>();
        for (Section section : Section.values()) {
            List<String> rows = content.rows(section);
            if (rows.isEmpty()) {
                continue;
            }
            List<Software> systems = EnumSet.allOf(Software.class).stream()
                    .filter(system -> rows.stream().anyMatch(row -> !results.rounds(row, system).isEmpty())).toList();
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("title", section.title());
            map.put("text", section.text());
            map.put("systems", systems.stream().map(Software::text).toList());
            map.put("rows", rows.stream().map(row -> row(row, systems)).toList());
            sections.add(map);
        }
        return sections;
    }

    private Map<String, Object> row(String row, List<Software> systems) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", row);
        map.put("unit", content.unit(row));
        map.put("cells", systems.stream().map(system -> Map.of("median", cell(row, system), "quartiles",
                quartiles(row, system), "isWide", results.spread(row, system).isWide())).toList());
        double saving = results.savingPercent(row, Software.OURS);
        boolean isTime = List.of("us", "ms").contains(content.unit(row));
        map.put("saving", Double.isNaN(saving) || !isTime ? "" : percent(saving));
        map.put("isSlower", isTime && saving <= 0);
        return map;
    }

    private String quartiles(String row, Software system) {
        Spread spread = results.spread(row, system);
        return Double.isNaN(spread.median()) ? ""
                : number(spread.lower()) + " to " + number(spread.upper()) + ", "
                        + results.rounds(row, system).size() + " values";
    }

    private String cell(String row, Software system) {
        return number(results.median(row, system));
    }

    private List<Map<String, Object>> papers() {
        List<Map<String, Object>> tables = new ArrayList<>();
        for (Papers.Table table : Papers.tables()) {
            List<Map<String, Object>> lines = new ArrayList<>();
            for (Papers.Line line : table.lines()) {
                if (!results.rounds(line.row(), Software.OURS).isEmpty()) {
                    lines.add(Map.of("name", line.name(), "then",
                            line.values().stream().map(text -> text.isEmpty() ? "" : number(Double.parseDouble(text)))
                                    .toList(),
                            "jdk", number(line.scale() * results.median(line.row(), Software.JDK)), "ours",
                            number(line.scale() * results.median(line.row(), Software.OURS))));
                }
            }
            if (!lines.isEmpty()) {
                tables.add(Map.of("title", table.title(), "source", table.source(), "machine", table.machine(), "unit",
                        table.unit(), "systems", table.systems(), "lines", lines));
            }
        }
        return tables;
    }

    static String percent(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** Writes three digits or more. */
    static String number(double value) {
        if (Double.isNaN(value)) {
            return "";
        }
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%,.0f", value);
    }
}
