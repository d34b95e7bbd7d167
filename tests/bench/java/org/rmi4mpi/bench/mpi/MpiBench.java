package org.rmi4mpi.bench.mpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.rmi4mpi.bench.MpirunEnvironment;
import org.rmi4mpi.tests.runner.Jdks;
import org.rmi4mpi.tests.runner.Processes;

/**
 * Measures package mpi beside C. In every round the C program and the Java one on each JDK run in sequence, so that a
 * ratio is of one minute. Writes build/bench/mpi.md, .csv and .png. C also runs with Open MPI's yields where calls block inside MPI. Options are system properties, which make sets:
 * {@code quick}, {@code rows}, which names measures, {@code jdk}, {@code mpirun}.
 */
final class MpiBench {
    private static final Path FOLDER = Path.of("build/bench");
    private static final int SECONDS_PER_RUN = 300;
    private static final List<String> PAIRWISE =
            List.of("latency", "bandwidth", "put", "get", "file-write", "file-read", "communicators", "windows",
                    "files");
    private static final List<String> QUICK = List.of("latency", "put", "get", "file-write", "file-read");
    private static final List<String> COLLECTIVE = List.of("bcast", "allreduce", "alltoall");
    /** Eight ranks, which are more than most machines have cores for. */
    private static final List<String> CROWDED = List.of("communicators-8", "windows-8", "files-8");
    /** Single calls, young and warm, in one round unless they are named. */
    private static final List<String> CALLS = List.of("calls-2", "calls-4", "calls-8");
    private static final List<String> MAKERS = List.of("communicators", "windows", "files");
    private static final Map<String, String> YIELDING = Map.of("OMPI_MCA_mpi_yield_when_idle", "1");

    private final boolean quick = !System.getProperty("quick", "").isEmpty();
    private final List<String> rows =
            Arrays.stream(System.getProperty("rows", "").split(",")).map(String::strip).filter(w -> !w.isEmpty())
                    .toList();
    private final String onJdk = System.getProperty("jdk", "");
    private final String mpirun = System.getProperty("mpirun", "mpirun");
    private final Path javaHome = Path.of(System.getProperty("java.home"));
    private final MpiResults results = new MpiResults();

    private MpiBench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        new MpiBench().measure();
    }

    private void measure() throws IOException, InterruptedException {
        for (String row : rows) {
            if (Stream.of(PAIRWISE, COLLECTIVE, CROWDED, CALLS).noneMatch(each -> each.contains(row))) {
                System.err.println("rmi4mpi: ROWS=" + row + ": not one of " + PAIRWISE + ", " + COLLECTIVE + ", "
                        + CROWDED + " and " + CALLS);
                System.exit(2);
            }
        }
        int rounds = quick ? 2 : 5;
        for (int round = 0; round < rounds; round++) {
            System.err.println("round " + (round + 1) + " of " + rounds);
            measure(round, 2, wanted(quick && rows.isEmpty() ? QUICK : PAIRWISE));
            measure(round, 4, wanted(quick && rows.isEmpty() ? List.of() : COLLECTIVE));
            measure(round, 8, wanted(quick && rows.isEmpty() ? List.of() : CROWDED));
            for (String calls : wanted(rows.isEmpty() && (quick || round > 0) ? List.of() : CALLS)) {
                measureCalls(round, Integer.parseInt(calls.substring(calls.indexOf('-') + 1)));
            }
        }
        Files.createDirectories(FOLDER);
        results.write(FOLDER);
        System.out.println(results.toMarkdown());
        System.out.println(new MpiBars(results).toMarkdown());
    }

    private List<String> wanted(List<String> measures) {
        return rows.isEmpty() ? measures : measures.stream().filter(rows::contains).toList();
    }

    private void measure(int round, int ranks, List<String> measures) throws IOException, InterruptedException {
        if (measures.isEmpty()) {
            return;
        }
        for (String level : List.of("single", "multiple")) {
            List<String> command = new ArrayList<>(List.of(mpirun, "-n", "" + ranks, "build/bench/mpibench", level));
            command.addAll(measures);
            run(round, "C " + level, javaHome, command, MpirunEnvironment.asRanks(ranks));
        }
        List<String> makers = measures.stream().filter(MpiBench::isMaker).toList();
        if (!makers.isEmpty()) {
            List<String> command =
                    new ArrayList<>(List.of(mpirun, "-n", "" + ranks, "build/bench/mpibench", "multiple"));
            command.addAll(makers);
            Map<String, String> environment = new HashMap<>(MpirunEnvironment.asRanks(ranks));
            environment.putAll(YIELDING);
            run(round, "C yielding", javaHome, command, environment);
        }
        for (Map.Entry<Integer, Path> jdk : Jdks.found().entrySet()) {
            boolean isWanted = onJdk.isEmpty() || onJdk.equals("" + jdk.getKey());
            for (String buffer : isWanted ? variants(ranks, measures) : List.<String>of()) {
                List<String> command = new ArrayList<>(List.of("build/bin/rmi4mpirun", "-n", "" + ranks, "-cp",
                        "build/bench/lib/rmi4mpi-bench.jar", MpiBenchRank.class.getName(), buffer));
                command.addAll(measures);
                run(round, buffer + " " + jdk.getKey(), jdk.getValue(), command, MpirunEnvironment.eagerLimit());
            }
        }
    }

    private void measureCalls(int round, int ranks) throws IOException, InterruptedException {
        String sizes = quick ? "few" : "all";
        for (String level : quick ? List.of("multiple") : List.of("single", "multiple")) {
            run(round, "C " + level, javaHome, List.of(mpirun, "-n", "" + ranks, "build/bench/mpicalls", level, sizes),
                    MpirunEnvironment.asRanks(ranks));
        }
        for (Map.Entry<Integer, Path> jdk : Jdks.found().entrySet()) {
            boolean isWanted = onJdk.isEmpty() || onJdk.equals("" + jdk.getKey());
            for (String buffer : isWanted ? List.of("array", "camel-array") : List.<String>of()) {
                run(round, buffer + " " + jdk.getKey(), jdk.getValue(),
                        List.of("build/bin/rmi4mpirun", "-n", "" + ranks,
                                "-cp", "build/bench/lib/rmi4mpi-bench.jar", CallsRank.class.getName(), buffer, sizes),
                        MpirunEnvironment.eagerLimit());
            }
        }
    }

    private static boolean isMaker(String measure) {
        return MAKERS.contains(measure) || CROWDED.contains(measure);
    }

    private static List<String> variants(int ranks, List<String> measures) {
        if (measures.stream().allMatch(each -> MpiBenchRank.WINDOWS_AND_FILES.contains(each) || isMaker(each))) {
            return List.of("camel-direct");
        }
        return ranks > 2
                ? List.of("array", "direct") : List.of("array", "direct", "camel-array", "camel-direct");
    }

    private void run(int round, String variant, Path home, List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        Processes.Outcome outcome = Processes.run(home, SECONDS_PER_RUN, environment, command);
        if (outcome.status() != 0) {
            throw new IOException(String.join(" ", command) + " ended with status " + outcome.status() + ":\n"
                    + outcome.output());
        }
        outcome.output().lines()
                .map(line -> line.split(","))
                .filter(words -> words.length == 3)
                .forEach(words -> results.add(
                        round, words[0], Integer.parseInt(words[1]), variant, Double.parseDouble(words[2])));
    }
}
