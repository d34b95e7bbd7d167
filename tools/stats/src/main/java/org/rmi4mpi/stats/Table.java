package org.rmi4mpi.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The figures of a job for people. Stateless. */
final class Table {
    /** With more ranks the table has the pairs with the most bytes in place of a matrix. */
    private static final int LARGEST_MATRIX = 12;
    private static final int MOST_PAIRS = 12;
    /** With more ranks the table has those that are busy for the longest and for the shortest time. */
    private static final int MOST_RANKS = 32;
    /** Methods with less time than the first ones are in the file alone. */
    private static final int MOST_ROWS = 40;
    private static final double NS_PER_S = 1e9;
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};
    private static final int NAME = 44;

    private final JobFigures job;
    private final StringBuilder text = new StringBuilder();

    private Table(JobFigures job) {
        this.job = job;
    }

    static String of(JobFigures job) {
        Table table = new Table(job);
        table.addCalls();
        table.addMessages("collective operations", Kind.COLLECTIVE);
        table.addMessages("messages sent", Kind.SENT);
        table.addMessages("messages received", Kind.RECEIVED);
        table.addPairs();
        table.addRanks();
        return table.text.toString();
    }

    private void line(String format, Object... values) {
        text.append("rmi4mpi: ").append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
    }

    /** Keeps the end of a long name, which tells the most. */
    private static String shortened(String name) {
        return name.length() <= NAME ? name : "..." + name.substring(name.length() - NAME + 3);
    }

    private static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, UNITS[unit]);
    }

    private static String time(Figures figures, double percent) {
        if (!figures.isTimed()) {
            return "-";
        }
        double us = figures.percentile(percent);
        return us < 1e3 ? String.format(Locale.ROOT, us < 10 ? "%.2f us" : "%.0f us", us)
                : us < 1e6 ? String.format(Locale.ROOT, "%.1f ms", us / 1e3)
                : String.format(Locale.ROOT, "%.1f s", us / 1e6);
    }

    private void addCalls() {
        TreeSet<String> names = new TreeSet<>(job.of(Kind.CALL).keySet());
        names.addAll(job.of(Kind.METHOD).keySet());
        if (names.isEmpty()) {
            return;
        }
        line("");
        line("%-" + NAME + "s %9s %10s %10s %10s %9s %9s", "calls, and methods that ran", "calls", "requests", "median",
                "99 %", "run", "replies");
        List<String> longest = names.stream().sorted(Comparator.comparing(
                (String name) -> -job.of(Kind.CALL, name).totalSeconds() - job.of(Kind.METHOD, name).totalSeconds()))
                .toList();
        for (String name : longest.subList(0, Math.min(MOST_ROWS, longest.size()))) {
            Figures calls = job.of(Kind.CALL, name);
            Figures methods = job.of(Kind.METHOD, name);
            line("%-" + NAME + "s %,9d %10s %10s %10s %,9d %9s", shortened(name), calls.count(), bytes(calls.bytes()),
                    time(calls, 50), time(calls, 99), methods.count(), bytes(methods.bytes()));
        }
        if (longest.size() > MOST_ROWS) {
            line("and %,d other methods, which took less time: --figures FILE has all", longest.size() - MOST_ROWS);
        }
    }

    private void addMessages(String title, Kind kind) {
        if (job.of(kind).isEmpty()) {
            return;
        }
        line("");
        line("%-" + NAME + "s %9s %10s %10s %10s", title, "calls", "bytes", "median", "99 %");
        for (Map.Entry<String, Figures> each : job.of(kind).entrySet()) {
            Figures figures = each.getValue();
            line("%-" + NAME + "s %,9d %10s %10s %10s", each.getKey(), figures.count(), bytes(figures.bytes()),
                    time(figures, 50), time(figures, 99));
        }
    }

    private record Way(int from, RankFigures.Pair pair) {}

    private void addPairs() {
        List<Way> ways = new ArrayList<>();
        job.ranks().forEach(rank -> rank.pairs().forEach(pair -> ways.add(new Way(rank.rank(), pair))));
        if (ways.isEmpty()) {
            return;
        }
        line("");
        TreeSet<Integer> ranks = new TreeSet<>();
        ways.forEach(way -> {
            ranks.add(way.from);
            ranks.add(way.pair.to());
        });
        if (ranks.size() <= LARGEST_MATRIX) {
            addMatrix(ranks, ways);
        } else {
            addLargest(ways);
        }
    }

    private void addMatrix(TreeSet<Integer> ranks, List<Way> ways) {
        line("%-12s%s", "bytes to", ranks.stream().map(to -> String.format("%11s", "rank " + to))
                .collect(Collectors.joining()));
        for (int from : ranks) {
            StringBuilder row = new StringBuilder();
            for (int to : ranks) {
                row.append(String.format("%11s", ways.stream().filter(way -> way.from == from && way.pair.to() == to)
                        .map(way -> bytes(way.pair.bytes())).findFirst().orElse(".")));
            }
            line("%-12s%s", "from rank " + from, row);
        }
    }

    private void addLargest(List<Way> ways) {
        line("%-28s %9s %9s %10s", "most bytes", "calls", "messages", "bytes");
        ways.stream().sorted(Comparator.comparing(way -> -way.pair.bytes())).limit(MOST_PAIRS)
                .forEach(way -> line("%-28s %,9d %,9d %10s", "from rank " + way.from + " to rank " + way.pair.to(),
                        way.pair.calls(), way.pair.messages(), bytes(way.pair.bytes())));
    }

    private void addRanks() {
        line("");
        line("%-28s %9s %9s %9s %9s %9s %9s %9s", "seconds", "elapsed", "busy", "methods", "calls", "messages",
                "collect.", "others");
        List<RankFigures> shown = job.ranks();
        if (shown.size() > MOST_RANKS) {
            List<RankFigures> byWork =
                    shown.stream().sorted(Comparator.comparing(RankFigures::busyNs).reversed()).toList();
            shown = new ArrayList<>(byWork.subList(0, MOST_RANKS / 2));
            shown.addAll(byWork.subList(byWork.size() - MOST_RANKS / 2, byWork.size()));
        }
        for (RankFigures rank : shown) {
            RankFigures.Waits waits = rank.waits();
            line("%-28s %9.3f %9.3f %9.3f %9.3f %9.3f %9.3f %9.3f", "rank " + rank.rank() + " (" + rank.host() + ")",
                    rank.elapsedNs() / NS_PER_S, rank.busyNs() / NS_PER_S, rank.methodsNs() / NS_PER_S,
                    waits.callsNs() / NS_PER_S, waits.messagesNs() / NS_PER_S, waits.collectivesNs() / NS_PER_S,
                    waits.othersNs() / NS_PER_S);
        }
        if (job.ranks().size() > 1) {
            line("load balance %.0f %%: the ranks are busy for this part of the time of rank %d, on average",
                    100 * job.balance(), job.busiest().rank());
        }
    }
}
