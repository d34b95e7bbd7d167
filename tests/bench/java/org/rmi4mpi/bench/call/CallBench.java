package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.rmi4mpi.tests.runner.Jdks;

/**
 * Measures remote calls beside C's messages and JDK RMI, on every JDK that is found. Writes build/bench/call-JDK.md and
 * .csv. Options are system properties, which make sets: {@code quick}, {@code rows}, {@code jdk}, {@code mpirun}.
 */
final class CallBench {
    private static final Path FOLDER = Path.of("build/bench");

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
        List<Row> rows = new ArrayList<>();
        try (Groups groups = new Groups(home, mpirun)) {
            for (Situation situation : situations(jdk)) {
                List<Row> wanted = situation.rows().stream().filter(this::isPicked).toList();
                if (!wanted.isEmpty()) {
                    System.err.println("JDK " + jdk + ": " + wanted.get(0).name()
                            + (wanted.size() > 1 ? " and " + (wanted.size() - 1) + " more" : ""));
                    situation.measure(wanted, groups, quick ? Pace.QUICK : Pace.FULL, results);
                    rows.addAll(wanted);
                }
            }
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "\n" + Groups.endOfLog(), e);
        }
        String text = "# Remote calls on JDK " + jdk + (quick ? ", measured quickly" : "") + "\n\n"
                + "Medians; ratio is ours to C, factor ours to JDK RMI, both in the same round.\n\n"
                + results.toMarkdown(rows);
        System.out.println(text);
        Files.writeString(FOLDER.resolve("call-" + jdk + ".md"), text);
        Files.writeString(FOLDER.resolve("call-" + jdk + ".csv"), results.toCsv());
    }

    private static List<Situation> situations(int jdk) {
        return List.of(new PairCalls(jdk), new OneWayCalls(), ManyCallers.star(4), new LocalCalls(), new BusyServer(),
                new IdleRank(), new ComputingRank(), ManyCallers.allToAll(8), new ManyInterfaces());
    }

    private boolean isPicked(Row row) {
        return Arrays.stream(picked).anyMatch(row.name()::contains);
    }
}
