package org.rmi4mpi.bench.mpi;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The single calls of bench-mpi, by number of ranks, young and warm. Stateless. */
public final class CallTables {
    /** The names that mpicalls.c and CallsRank print. */
    private static final Pattern NAME = Pattern.compile("(.+) (double|int|byte) on (\\d+) ranks (young|warm)");

    private CallTables() {}

    /**
     * A table of calls.
     *
     * @param phase young or warm
     * @param variants the columns, without C's
     */
    public record Table(int ranks, String phase, List<String> variants, List<Line> lines) {}

    /**
     * A call with elements of one type.
     *
     * @param size of what a rank sends to one other
     * @param c microseconds of C
     */
    public record Line(String call, String type, String size, String c, List<Cell> cells) {}

    /**
     * @param text microseconds, with the ratio to C in brackets
     * @param ratio NaN where C was not measured
     */
    public record Cell(String text, double ratio) {
        public boolean isSlower() {
            return ratio > 1;
        }
    }

    static boolean isCall(String measure) {
        return NAME.matcher(measure).matches();
    }

    private record Key(int ranks, String phase) implements Comparable<Key> {
        static Key of(Matcher name) {
            return new Key(Integer.parseInt(name.group(3)), name.group(4));
        }

        @Override
        public int compareTo(Key other) {
            return ranks != other.ranks ? Integer.compare(ranks, other.ranks) : other.phase.compareTo(phase);
        }
    }

    /**
     * Returns the tables, the young one of each number of ranks first.
     *
     * @param wanted variants; C's are left out
     * @param isShort whether to leave out the types and sizes that were not measured young
     */
    public static List<Table> of(MpiResults results, Collection<String> wanted, boolean isShort) {
        Set<Key> keys = new TreeSet<>();
        results.measures().stream().map(NAME::matcher).filter(Matcher::matches).map(Key::of).forEach(keys::add);
        List<String> variants = wanted.stream().filter(variant -> !variant.startsWith("C ")).toList();
        List<Table> tables = new ArrayList<>();
        for (Key key : keys) {
            List<Line> lines = lines(results, key, variants, isShort);
            if (!lines.isEmpty()) {
                tables.add(new Table(key.ranks(), key.phase(), variants, lines));
            }
        }
        return tables;
    }

    private static List<Line> lines(MpiResults results, Key key, List<String> variants, boolean isShort) {
        List<Line> lines = new ArrayList<>();
        for (String measure : results.measures()) {
            Matcher name = NAME.matcher(measure);
            if (!name.matches() || !Key.of(name).equals(key)) {
                continue;
            }
            String young = measure.replaceFirst("warm$", "young");
            for (int bytes : results.sizes(measure)) {
                if (!isShort || results.sizes(young).contains(bytes)) {
                    lines.add(new Line(name.group(1), name.group(2), MpiResults.size(bytes),
                            results.cell(measure, bytes, MpiResults.BASE),
                            variants.stream().map(variant -> new Cell(results.cell(measure, bytes, variant),
                                    results.ratio(measure, bytes, variant))).toList()));
                }
            }
        }
        return lines;
    }

    static String toMarkdown(List<Table> tables) {
        StringBuilder text = new StringBuilder();
        for (Table table : tables) {
            text.append(String.format(Locale.ROOT, "%n| %d ranks, %s | of | | C |", table.ranks(), table.phase()));
            table.variants().forEach(variant -> text.append(' ').append(variant).append(" |"));
            text.append("\n|---|---|--:|--:|").append("--:|".repeat(table.variants().size())).append('\n');
            for (Line line : table.lines()) {
                text.append(String.format("| %s | %s | %s | %s |", line.call(), line.type(), line.size(), line.c()));
                line.cells().forEach(cell -> text.append(' ').append(cell.text()).append(" |"));
                text.append('\n');
            }
        }
        return text.toString();
    }
}
