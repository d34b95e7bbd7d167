package org.rmi4mpi.bench.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rmi4mpi.bench.RmiPrograms;
import org.rmi4mpi.bench.rows.Bar;
import org.rmi4mpi.bench.rows.Pace;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Run;
import org.rmi4mpi.bench.rows.Section;
import org.rmi4mpi.bench.rows.Situation;
import org.rmi4mpi.bench.rows.Software;
import org.rmi4mpi.bench.rows.Unit;

/** A new job for each ordered pair of languages, and C's ping-pong after each. Stateless. */
public final class PairJobs implements Situation {
    /** The pairs of paper 002, whose lines are drawn: caller and callee. */
    public static final List<String> COMPILED = List.of("Java to Java", "Java to C++", "C++ to Java", "C++ to C++");
    private static final List<String> WITH_PYTHON = List.of("Java to Python", "Python to Java", "Python to Python");
    private static final Path PYTHON = Path.of("build/tests/python");
    private static final String CLASSES = "build/bench/lib/rmi4mpi-bench.jar";
    /** More objects take seconds in Python. */
    private static final int MOST_IN_PYTHON = 10_000;
    private static final int SECONDS = 180;
    private static final long MS_OF_JOB = 12_000;
    private static final double TIMES_C = 1.5;
    private static final double TIMES_JAVA = 1.3;
    private static final double ARRAYS_TIMES_C = 1.3;
    private static final double PYTHON_US = 15;
    private static final int LARGEST = 1_000_000;

    /** By pair, then by the name that the caller prints. */
    private final Map<String, Map<String, Row>> rows = new LinkedHashMap<>();

    public PairJobs() {
        List<String> pairs = new ArrayList<>(COMPILED);
        if (Files.exists(PYTHON)) {
            pairs.addAll(WITH_PYTHON);
        }
        pairs.forEach(this::addRows);
    }

    private void addRows(String pair) {
        Map<String, Row> ofPair = new LinkedHashMap<>();
        rows.put(pair, ofPair);
        add(ofPair, pair, "null", bar(pair));
        for (int size : Pairs.SIZES) {
            add(ofPair, pair, "double " + size,
                    size == LARGEST && COMPILED.contains(pair) ? Bar.timesC(ARRAYS_TIMES_C) : Bar.none());
        }
        for (int size : Pairs.SIZES) {
            if (size <= MOST_IN_PYTHON || COMPILED.contains(pair)) {
                add(ofPair, pair, "MyDouble " + size, Bar.none());
            }
        }
    }

    private Bar bar(String pair) {
        return switch (pair) {
            case "C++ to C++" -> Bar.timesC(TIMES_C);
            case "Java to C++" -> Bar.atMostTimes(rows.get("Java to Java").get("null"), TIMES_JAVA);
            case "Python to Java", "Python to Python" -> Bar.atMost(PYTHON_US, Unit.US);
            default -> Bar.none();
        };
    }

    private static void add(Map<String, Row> ofPair, String pair, String printed, Bar bar) {
        ofPair.put(printed, new Row(Section.LANGUAGES, name(printed, pair), Unit.US, bar));
    }

    /** The name of a row. */
    public static String name(String printed, String pair) {
        return printed.equals("null") ? "null call, " + pair : printed.replace(" ", "[") + "], " + pair;
    }

    @Override
    public List<Row> rows() {
        return rows.values().stream().flatMap(each -> each.values().stream()).toList();
    }

    @Override
    public Set<Software> software(Row row) {
        return row.name().startsWith("MyDouble") ? Set.of(Software.OURS) : Set.of(Software.OURS, Software.C);
    }

    @Override
    public int rounds(Row row, Pace pace) {
        return pace.runs();
    }

    @Override
    public boolean hasJobForEachRound() {
        return true;
    }

    @Override
    public long plannedMs(Row row, Pace pace) {
        return pace.runs() * MS_OF_JOB * rows.size() / rows().size();
    }

    @Override
    public void measure(List<Row> wanted, Run run) throws IOException {
        RmiPrograms programs = new RmiPrograms(run.javaHome(), run.mpirun(), CLASSES, SECONDS);
        for (int i = 0; i < run.pace().runs(); i++) {
            for (Map.Entry<String, Map<String, Row>> each : rows.entrySet()) {
                List<Row> ofPair = new ArrayList<>(each.getValue().values());
                ofPair.retainAll(wanted);
                if (!ofPair.isEmpty()) {
                    run.tell(each.getKey());
                    add(each.getValue(), ofPair, run, Software.OURS, programs.runRanks(1, "", ranks(each.getKey())));
                    add(each.getValue(), ofPair, run, Software.C, programs.runByMpirun(2, "build/bench/pingpong"));
                }
            }
        }
    }

    /** The first rank is in Java, and keeps the registry. A third one shares the cores of two. */
    private static String ranks(String pair) {
        String[] languages = pair.split(" to ");
        String calls = " calls " + (pair.contains("Python") ? MOST_IN_PYTHON : LARGEST);
        String java = Pairs.class.getName();
        if (languages[0].equals("Java")) {
            return java + calls + rank(languages[1], "serves");
        } else if (languages[1].equals("Java")) {
            return java + " serves" + rank(languages[0], "calls");
        }
        return java + " waits" + rank(languages[0], "calls") + rank(languages[1], "serves");
    }

    private static String rank(String language, String role) {
        return " : -n 1 " + switch (language) {
            case "Java" -> "-cp " + CLASSES + " " + Pairs.class.getName() + " " + role;
            case "C++" -> "--program build/bench/pairs " + role;
            default -> "--program env PYTHONPATH=peers/python " + PYTHON + " tests/bench/python/pairs.py " + role;
        };
    }

    private static void add(Map<String, Row> ofPair, List<Row> wanted, Run run, Software system, String output)
            throws IOException {
        for (String line : output.lines().toList()) {
            int colon = line.indexOf(':');
            Row row = colon < 0 ? null : ofPair.get(line.substring(0, colon));
            if (wanted.contains(row)) {
                run.add(row, system, Double.parseDouble(line.substring(colon + 1)));
            }
        }
    }
}
