package org.rmi4mpi.bench.sor;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.rmi4mpi.bench.rows.Spread;

/** The results of the rounds on one number of ranks. Owned by one thread. */
final class SorResults {
    private static final String ALL = Phases.NAMES[0];
    private static final String RELAX = Phases.NAMES[Phases.RELAX];

    /** One value for each round: the median of its repetitions except the first, in which the JVM compiles. */
    private final Map<SorContender, Map<String, List<Double>>> rounds = new EnumMap<>(SorContender.class);

    void add(SorContender contender, List<String> lines) {
        Map<String, List<Double>> repetitions = new LinkedHashMap<>();
        for (String line : lines) {
            String[] words = line.split(",");
            if (words.length == 2) {
                repetitions.computeIfAbsent(words[0], phase -> new ArrayList<>()).add(Double.valueOf(words[1]));
            }
        }
        repetitions.forEach((phase, values) -> rounds.computeIfAbsent(contender, c -> new LinkedHashMap<>())
                .computeIfAbsent(phase, p -> new ArrayList<>())
                .add(median(values.subList(1, values.size()))));
    }

    private static double median(List<Double> values) {
        return Spread.median(values.stream().mapToDouble(Double::doubleValue));
    }

    private double median(SorContender contender, String phase) {
        return median(rounds.get(contender).get(phase));
    }

    String toMarkdown() {
        StringBuilder text = new StringBuilder("| |").append(String.join(" |", Phases.NAMES))
                .append(" | least to most |\n|---|").append("--:|".repeat(Phases.NAMES.length)).append("---|\n");
        for (SorContender contender : SorContender.values()) {
            text.append("| ").append(contender.text()).append(" |");
            for (String phase : Phases.NAMES) {
                text.append(String.format(Locale.ROOT, "%.0f |", median(contender, phase)));
            }
            List<Double> all = rounds.get(contender).get(ALL).stream().sorted().toList();
            text.append(String.format(Locale.ROOT, " %.0f to %.0f |%n", all.get(0), all.get(all.size() - 1)));
        }
        return text.append('\n')
                .append(ratio(SorContender.OBJECTS, SorContender.JDK))
                .append(ratio(SorContender.OBJECTS, SorContender.MESSAGES))
                .append(ratio(SorContender.MESSAGES, SorContender.C))
                .append(ratioButRelaxing(SorContender.MESSAGES, SorContender.C))
                .toString();
    }

    private String ratio(SorContender one, SorContender other) {
        return ratio(one.text() + " over " + other.text(), i -> rounds.get(one).get(ALL).get(i), other);
    }

    /** The relaxing loop is compiled by different compilers. So its difference is left out here. */
    private String ratioButRelaxing(SorContender one, SorContender other) {
        Map<String, List<Double>> ours = rounds.get(one);
        List<Double> theirRelaxing = rounds.get(other).get(RELAX);
        return ratio(one.text() + " over " + other.text() + ", if both relaxed as " + other.text() + " does",
                i -> ours.get(ALL).get(i) - ours.get(RELAX).get(i) + theirRelaxing.get(i), other);
    }

    /** Returns the median ratio. Each ratio is of two values of one round. */
    private String ratio(String text, IntToDoubleFunction time, SorContender other) {
        List<Double> theirs = rounds.get(other).get(ALL);
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < theirs.size(); i++) {
            ratios.add(time.applyAsDouble(i) / theirs.get(i));
        }
        return String.format(Locale.ROOT, "- %s: %.2f%n", text, median(ratios));
    }
}
