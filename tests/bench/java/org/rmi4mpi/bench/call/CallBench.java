package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rmi4mpi.bench.rows.BarTable;
import org.rmi4mpi.bench.rows.Pace;
import org.rmi4mpi.bench.rows.Results;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Run;
import org.rmi4mpi.bench.rows.Situation;
import org.rmi4mpi.bench.rows.Software;
import org.rmi4mpi.tests.runner.Jdks;

/**
 * Measures those rows of the collection that have bars beside C's messages and JDK RMI, on every JDK that is found.
 * Writes build/bench/call-JDK.md. Options are system properties, which make sets: {@code quick}, {@code rows}, {@code
 * jdk}, {@code mpirun}.
 */
final class CallBench {
    private static final Path FOLDER = Path.of("build/bench");
    private static final Set<Software> SYSTEMS = EnumSet.of(Software.C, Software.JDK, Software.OURS);

    private final boolean quick = !System.getProperty("quick", "").isEmpty();
    private final String[] picked = System.getProperty("rows", "").split(",");
    private final String onJdk = System.getProperty("jdk", "");
    private final String mpirun = System.getProperty("mpirun", "mpirun");

    private CallBench() {}

    public static void main(String[] args) throws IOException {
        CallBench bench = new CallBench();
        for (Map.Entry<Integer, Path> jdk : Jdks.found().entrySet()) {
            if (bench.onJdk.isEmpty() || bench.onJdk.equals("" + jdk.getKey())) {
                bench.measure(jdk.getKey(), jdk.getValue());
            }
        }
    }

    private void measure(int jdk, Path home) throws IOException {
        Results results = new Results();
        Run run = new Run(home, mpirun, quick ? Pace.QUICK : Pace.FULL, SYSTEMS, results);
        List<Row> rows = new ArrayList<>();
        Groups.clearLog();
        try {
            for (Situation situation : CallSituations.all(jdk)) {
                List<Row> wanted = wanted(situation);
                if (!wanted.isEmpty()) {
                    System.err.println("JDK " + jdk + ": " + wanted.get(0).name()
                            + (wanted.size() > 1 ? " and " + (wanted.size() - 1) + " more" : ""));
                    situation.measure(wanted, run);
                    rows.addAll(wanted);
                }
            }
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "\n" + Groups.endOfLog(), e);
        }
        String text = "# Remote calls on JDK " + jdk + (quick ? ", measured quickly" : "") + "\n\n"
                + "Medians; ratio is ours to C, factor ours to JDK RMI, both in the same round.\n\n"
                + BarTable.of(rows, results);
        System.out.println(text);
        Files.writeString(FOLDER.resolve("call-" + jdk + ".md"), text);
    }

    private List<Row> wanted(Situation situation) {
        List<Row> rows = situation instanceof PairCalls pairs ? pairs.rowsOfTable()
                : situation instanceof StarCalls ? List.of() : situation.rows();
        return rows.stream().filter(row -> Arrays.stream(picked).anyMatch(row.name()::contains)).toList();
    }
}
