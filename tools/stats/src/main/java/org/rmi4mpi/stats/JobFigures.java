package org.rmi4mpi.stats;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The figures of all ranks that count, joined. */
final class JobFigures {
    private static final Figures NONE = new Figures();

    private final List<RankFigures> ranks;
    private final Map<Kind, Map<String, Figures>> byKind = new EnumMap<>(Kind.class);

    JobFigures(List<RankFigures> all) {
        ranks = all.stream().sorted(Comparator.comparing(RankFigures::rank)).toList();
        for (Kind kind : Kind.values()) {
            byKind.put(kind, new TreeMap<>());
        }
        for (RankFigures rank : ranks) {
            for (RankFigures.Row row : rank.rows()) {
                byKind.get(row.kind()).computeIfAbsent(row.name(), none -> new Figures())
                        .add(Figures.of(row.figures()));
            }
        }
    }

    /** In the order of ranks. */
    List<RankFigures> ranks() {
        return ranks;
    }

    /** The names that occur, in the order of the alphabet, with their figures. */
    Map<String, Figures> of(Kind kind) {
        return byKind.get(kind);
    }

    /** Figures of zeros if the name does not occur. */
    Figures of(Kind kind, String name) {
        return byKind.get(kind).getOrDefault(name, NONE);
    }

    /** The mean of the ranks' work over the most of a rank, from 0 to 1. */
    double balance() {
        double most = ranks.stream().mapToLong(RankFigures::busyNs).max().orElse(0);
        return most == 0 ? 1 : ranks.stream().mapToLong(RankFigures::busyNs).average().orElse(0) / most;
    }

    /** The rank with the most work. */
    RankFigures busiest() {
        return ranks.stream().max(Comparator.comparing(RankFigures::busyNs)).orElseThrow();
    }
}
