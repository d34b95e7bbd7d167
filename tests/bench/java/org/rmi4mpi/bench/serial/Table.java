package org.rmi4mpi.bench.serial;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** The results of one JDK as Markdown: one table for each quantity, and one line for each row. */
final class Table {
    private final List<Contender.Name> contenders;
    private final Map<String, Map<Contender.Name, Result>> rows;
    private final List<String> notes = new ArrayList<>();

    /** @param rows results by row, and contender */
    Table(Map<String, Map<Contender.Name, Result>> rows) {
        this.rows = rows;
        Map<Contender.Name, Boolean> seen = new TreeMap<>();
        rows.values().forEach(row -> row.forEach((contender, result) -> {
            seen.put(contender, true);
            if (result.failure() != null) {
                notes.add(contender.text + ", " + result.row() + ": " + result.failure());
            }
        }));
        contenders = List.copyOf(seen.keySet());
    }

    String toMarkdown(String title) {
        StringBuilder text = new StringBuilder("# " + title + "\n");
        table(text, "write + read, ns", Result::bothNs, true);
        table(text, "write, ns", Result::writeNs, false);
        table(text, "read, ns", Result::readNs, false);
        table(text, "bytes of a message, classes known", Result::bytes, false);
        table(text, "bytes allocated by write", Result::writeAllocated, false);
        table(text, "bytes allocated by read", Result::readAllocated, false);
        if (!notes.isEmpty()) {
            text.append("\nLeft out, since not brought back equal:\n\n");
            notes.forEach(note -> text.append("- ").append(note).append('\n'));
        }
        return text.toString();
    }

    private void table(StringBuilder text, String what, ToDoubleFunction<Result> value, boolean withRatios) {
        text.append('\n').append(String.format("| %-34s |", what));
        contenders.forEach(contender -> text.append(String.format(" %9s |", contender.text)));
        if (withRatios) {
            text.append(" of best other | of jdk | of copy |");
        }
        text.append("\n|---|").append("--:|".repeat(contenders.size() + (withRatios ? 3 : 0))).append('\n');
        rows.forEach((row, results) -> {
            text.append(String.format("| %-34s |", row));
            contenders.forEach(contender -> text.append(cell("%9.0f", of(results, contender, value))));
            if (withRatios) {
                OptionalDouble ours = of(results, Contender.Name.RMI4MPI, value);
                OptionalDouble best = contenders.stream()
                        .filter(name -> name != Contender.Name.RMI4MPI && name != Contender.Name.COPY)
                        .flatMapToDouble(name -> of(results, name, value).stream())
                        .min();
                text.append(cell("%13.2f", ratio(ours, best)));
                text.append(cell("%6.2f", ratio(ours, of(results, Contender.Name.JDK, value))));
                text.append(cell("%7.2f", ratio(ours, of(results, Contender.Name.COPY, value))));
            }
            text.append('\n');
        });
    }

    private static OptionalDouble of(Map<Contender.Name, Result> results, Contender.Name contender,
            ToDoubleFunction<Result> value) {
        Result result = results.get(contender);
        return result == null || result.failure() != null ? OptionalDouble.empty()
                : OptionalDouble.of(value.applyAsDouble(result));
    }

    private static OptionalDouble ratio(OptionalDouble one, OptionalDouble other) {
        return one.isPresent() && other.isPresent() ? OptionalDouble.of(one.getAsDouble() / other.getAsDouble())
                : OptionalDouble.empty();
    }

    private static String cell(String format, OptionalDouble value) {
        String text = value.isPresent() ? String.format(Locale.ROOT, format, value.getAsDouble()) : "";
        int width = Integer.parseInt(format.substring(1, format.indexOf('.')));
        return " " + " ".repeat(Math.max(0, width - text.length())) + text + " |";
    }
}
