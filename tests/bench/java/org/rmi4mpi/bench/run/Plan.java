package org.rmi4mpi.bench.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rmi4mpi.bench.rows.Pace;
import org.rmi4mpi.bench.rows.Results;
import org.rmi4mpi.bench.rows.ResultsFile;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Sample;
import org.rmi4mpi.bench.rows.Section;
import org.rmi4mpi.bench.rows.Situation;

/** The rows that a run has to measure: all that are picked, apart from those that an earlier run has completed. */
final class Plan {
    private static final Set<Section> OF_NEW_JOBS =
            EnumSet.of(Section.CALLBACKS, Section.SITUATIONS, Section.FARMING, Section.PATTERNS, Section.KINDS,
                    Section.OUTSIDE, Section.LANGUAGES);

    private final Map<Situation, List<Row>> wanted = new LinkedHashMap<>();
    private final Pace pace;

    /** @param picked texts with commas between them; a row is picked if its name or section contains one; "" for all */
    Plan(List<Situation> situations, Pace pace, String picked) {
        this.pace = pace;
        List<String> texts = Arrays.stream(picked.split(",")).map(Plan::plain).toList();
        for (Situation situation : situations) {
            List<Row> rows = situation.rows().stream().filter(row -> isPicked(row, texts)).toList();
            if (!rows.isEmpty()) {
                wanted.put(situation, new ArrayList<>(rows));
            }
        }
    }

    private boolean isPicked(Row row, List<String> texts) {
        if (OF_NEW_JOBS.contains(row.section()) && pace == Pace.SMOKE) {
            return false;
        }
        return texts.stream().anyMatch(text -> text.isEmpty() ? isMeasuredUnasked(row.section())
                : plain(row.name()).contains(text) || plain(row.section().title()).equals(text));
    }

    /** Whether the rows of a section are measured if none are named. Those of kinds take more than an hour. */
    private boolean isMeasuredUnasked(Section section) {
        return section != Section.KINDS && !(OF_NEW_JOBS.contains(section) && pace == Pace.QUICK_COLLECTION);
    }

    private static String plain(String text) {
        return text.strip().toLowerCase(java.util.Locale.ROOT);
    }

    Map<Situation, List<Row>> wanted() {
        return wanted;
    }

    List<Row> rows() {
        return wanted.values().stream().flatMap(List::stream).toList();
    }

    /**
     * Leaves out the rows that are complete, and returns their samples. With them come those of complete rounds where
     * each round is a job.
     */
    List<Sample> takeOut(ResultsFile.Content earlier) {
        Results results = earlier.results();
        Set<String> complete = new java.util.HashSet<>();
        Map<String, Integer> begun = new HashMap<>();
        wanted.forEach((situation, rows) -> rows.removeIf(row -> {
            boolean isComplete = isComplete(situation, row, results);
            if (isComplete) {
                complete.add(row.name());
            } else if (situation.hasJobForEachRound()) {
                begun.put(row.name(), roundsOf(situation, row, results));
            }
            return isComplete;
        }));
        wanted.values().removeIf(List::isEmpty);
        return earlier.samples().stream().filter(sample -> complete.contains(sample.row())
                || sample.round() < begun.getOrDefault(sample.row(), 0)).toList();
    }

    private boolean isComplete(Situation situation, Row row, Results results) {
        return roundsOf(situation, row, results) >= situation.rounds(row, pace);
    }

    /** Returns the number of rounds that have a value of each system. */
    private static int roundsOf(Situation situation, Row row, Results results) {
        return situation.software(row).stream().mapToInt(system -> results.rounds(row.name(), system).size()).min()
                .orElseThrow();
    }

    /** Returns the planned milliseconds of one value of each row. */
    Map<Row, Long> msOfValue() {
        Map<Row, Long> ms = new HashMap<>();
        wanted.forEach((situation, rows) -> rows.forEach(row -> ms.put(row, situation.plannedMs(row, pace)
                / Math.max(1, (long) situation.software(row).size() * situation.rounds(row, pace)))));
        return ms;
    }

    long plannedMs() {
        long ms = 0;
        for (Map.Entry<Situation, List<Row>> each : wanted.entrySet()) {
            for (Row row : each.getValue()) {
                ms += each.getKey().plannedMs(row, pace);
            }
        }
        return ms;
    }
}
