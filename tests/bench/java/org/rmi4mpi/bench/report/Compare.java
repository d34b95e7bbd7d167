package org.rmi4mpi.bench.report;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.rmi4mpi.bench.rows.Results;
import org.rmi4mpi.bench.rows.ResultsFile;
import org.rmi4mpi.bench.rows.Section;
import org.rmi4mpi.bench.rows.Software;
import org.rmi4mpi.bench.rows.Spread;

/**
 * Tells what became slower between two files of results. A row has changed if its median did by more than a twentieth,
 * and the middle halves of its values do not overlap. Arguments: the earlier file, and the later one.
 */
public final class Compare {
    private static final double LEAST_CHANGE = 0.05;

    private final ResultsFile.Content earlier;
    private final ResultsFile.Content later;
    private final Results before;
    private final Results after;

    /** A row whose time has changed, and by which factor: more than 1 if it became slower. */
    record Change(String row, double before, double after, String unit, double factor) {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%-44s %10s %10s %-8s x %.2f", row, Model.number(before),
                    Model.number(after), unit, factor);
        }
    }

    Compare(ResultsFile.Content earlier, ResultsFile.Content later) {
        this.earlier = earlier;
        this.later = later;
        before = earlier.results();
        after = later.results();
    }

    public static void main(String[] args) {
        try {
            if (args[0].isEmpty() || args[1].isEmpty()) {
                throw new IOException("name two files: make bench-compare A=old.csv B=new.csv");
            }
            System.out.print(
                    new Compare(ResultsFile.read(Path.of(args[0])), ResultsFile.read(Path.of(args[1]))).text());
        } catch (NoSuchFileException e) {
            System.err.println("rmi4mpi: there is no " + e.getFile() + ": see A= and B=");
            System.exit(1);
        } catch (IOException e) {
            System.err.println("rmi4mpi: " + e.getMessage());
            System.exit(1);
        }
    }

    /** Returns our rows that have changed, the largest change first. */
    List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        for (Section section : Section.values()) {
            for (String row : earlier.rows(section)) {
                Spread old = before.spread(row, Software.OURS);
                Spread fresh = after.spread(row, Software.OURS);
                boolean isRate = earlier.unit(row).endsWith("/s");
                double factor = isRate ? old.median() / fresh.median() : fresh.median() / old.median();
                boolean areApart = old.upper() < fresh.lower() || fresh.upper() < old.lower();
                if (areApart && Math.abs(factor - 1) > LEAST_CHANGE) {
                    changes.add(new Change(row, old.median(), fresh.median(), earlier.unit(row), factor));
                }
            }
        }
        changes.sort((a, b) -> Double.compare(b.factor(), a.factor()));
        return changes;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        for (String fact : List.of("host", "processor", "cores", "kernel", "jdk", "mpi", "pace")) {
            String old = earlier.about().get(fact);
            String fresh = later.about().get(fact);
            if (!Objects.equals(old, fresh)) {
                text.append("another ").append(fact).append(": ").append(old).append(", then ").append(fresh)
                        .append('\n');
            }
        }
        for (Software other : List.of(Software.C, Software.JDK)) {
            text.append(String.format(Locale.ROOT, "%s itself: x %.2f in the median%n", other.text(), drift(other)));
        }
        List<Change> slower = changes().stream().filter(change -> change.factor() > 1).toList();
        List<Change> faster = changes().stream().filter(change -> change.factor() < 1).toList();
        text.append(String.format("%n%d rows became slower%n", slower.size()));
        slower.forEach(change -> text.append(change).append('\n'));
        text.append(String.format("%n%d rows became faster%n", faster.size()));
        faster.forEach(change -> text.append(change).append('\n'));
        return text.toString();
    }

    /** Returns how much another system changed, which is due to the machine. */
    private double drift(Software system) {
        List<Double> factors = new ArrayList<>();
        for (Section section : Section.values()) {
            for (String row : earlier.rows(section)) {
                double factor = after.median(row, system) / before.median(row, system);
                if (!Double.isNaN(factor)) {
                    factors.add(factor);
                }
            }
        }
        return Spread.median(factors);
    }
}
