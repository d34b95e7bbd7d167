package org.rmi4mpi.bench.jpvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.rmi4mpi.bench.rows.Spread;
import org.rmi4mpi.bench.MpirunEnvironment;
import org.rmi4mpi.tests.runner.Jdks;
import org.rmi4mpi.tests.runner.Processes;

/**
 * Measures tasks beside C. In every round the C program and the tasks on each JDK run in sequence, so that a ratio is
 * of one minute. Writes build/bench/jpvm.md. Options are system properties, which make sets: {@code quick}, {@code
 * jdk}, {@code mpirun}.
 */
final class JpvmBench {
    private static final Path FILE = Path.of("build/bench/jpvm.md");
    private static final int SECONDS_PER_RUN = 120;
    private static final int[] SIZES = {4, 1 << 10, 64 << 10, 1 << 20};
    /**
     * Microseconds of a round trip of one int with the original JPVM, as Ansaloni and Loques measured it (table 1; one
     * byte took 1,691).
     */
    private static final double ORIGINAL_US = 1765;
    /** Input for {@code mpibench asked}: bytes there and back, batches, microseconds of each. */
    private static final String QUESTIONS = "printf '4 4 11 40000\\n1024 1024 11 40000\\n65536 65536 11 40000\\n"
            + "1048576 1048576 11 40000\\n' | ";

    private final boolean quick = !System.getProperty("quick", "").isEmpty();
    private final String onJdk = System.getProperty("jdk", "");
    private final String mpirun = System.getProperty("mpirun", "mpirun");
    /** Microseconds of each round, by JDK and bytes, and their ratios to C's of that round. */
    private final Map<Integer, Map<Integer, List<Double>>> times = new TreeMap<>();
    private final Map<Integer, Map<Integer, List<Double>>> ratios = new TreeMap<>();
    private final Map<Integer, List<Double>> c = new TreeMap<>();
    /** C with a copy before each send and after each receive, both in fresh memory. */
    private final Map<Integer, List<Double>> packedC = new TreeMap<>();
    /** Messages a second of each of three senders, to a task that receives them and to one that computes. */
    private final Map<Integer, List<Double>> rates = new TreeMap<>();
    private final Map<Integer, List<Double>> floods = new TreeMap<>();

    private JpvmBench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        new JpvmBench().measure();
    }

    private void measure() throws IOException, InterruptedException {
        int rounds = quick ? 1 : 5;
        for (int round = 0; round < rounds; round++) {
            System.err.println("round " + (round + 1) + " of " + rounds);
            List<String> floor = run(Path.of(System.getProperty("java.home")), MpirunEnvironment.of(2),
                    List.of("sh", "-c", QUESTIONS + mpirun + " -n 2 build/bench/mpibench multiple asked"));
            for (int i = 0; i < SIZES.length; i++) {
                c.computeIfAbsent(SIZES[i], bytes -> new ArrayList<>()).add(Double.parseDouble(floor.get(i)));
            }
            for (String line : run(Path.of(System.getProperty("java.home")), MpirunEnvironment.of(2),
                    List.of(mpirun, "-n", "2", "build/bench/mpibench", "multiple", "packed"))) {
                String[] fields = line.split(",");
                packedC.computeIfAbsent(Integer.parseInt(fields[1]), bytes -> new ArrayList<>())
                        .add(Double.parseDouble(fields[2]));
            }
            for (Map.Entry<Integer, Path> jdk : Jdks.found().entrySet()) {
                if (onJdk.isEmpty() || onJdk.equals("" + jdk.getKey())) {
                    measure(jdk.getKey(), jdk.getValue(), round);
                }
            }
        }
        Files.createDirectories(FILE.getParent());
        Files.writeString(FILE, toMarkdown());
        System.out.println(toMarkdown());
    }

    private void measure(int jdk, Path home, int round) throws IOException, InterruptedException {
        for (String line : run(home, Map.of(), tasks(2, Pong.class))) {
            int bytes = Integer.parseInt(line.split(",")[0]);
            double us = Double.parseDouble(line.split(",")[1]);
            times.computeIfAbsent(jdk, key -> new TreeMap<>()).computeIfAbsent(bytes, key -> new ArrayList<>()).add(us);
            ratios.computeIfAbsent(jdk, key -> new TreeMap<>()).computeIfAbsent(bytes, key -> new ArrayList<>())
                    .add(us / c.get(bytes).get(round));
        }
        rates.computeIfAbsent(jdk, key -> new ArrayList<>())
                .add(Double.parseDouble(run(home, Map.of(), tasks(4, Star.class)).get(0).split(",")[1]));
        floods.computeIfAbsent(jdk, key -> new ArrayList<>())
                .add(Double.parseDouble(run(home, Map.of(), tasks(4, Flood.class)).get(0).split(",")[1]));
    }

    private static List<String> tasks(int ranks, Class<?> main) {
        return List.of("build/bin/rmi4mpirun", "--jpvm", "-n", "" + ranks, "-cp", "build/bench/lib/rmi4mpi-bench.jar",
                main.getName());
    }

    private static List<String> run(Path home, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        Processes.Outcome outcome = Processes.run(home, SECONDS_PER_RUN, environment, command);
        if (outcome.status() != 0) {
            throw new IOException(String.join(" ", command) + " ended with status " + outcome.status() + ":\n"
                    + outcome.output());
        }
        return outcome.output().lines().filter(line -> line.matches("((star|flood|packed),|\\d+,)*[0-9.]+")).toList();
    }

    private static double median(List<Double> values) {
        return Spread.median(values.stream().mapToDouble(Double::doubleValue));
    }

    private String toMarkdown() {
        StringBuilder text =
                new StringBuilder("# Tasks beside C\n\nRound trips with packing and unpacking, microseconds, medians;"
                        + " in brackets the ratio to C of the same round. Bars: 3 for one int, 2 from 64 KiB up. Packed C copies"
                        + " the data into fresh memory and out of it, as the tasks do.\n\n| bytes | C | packed C |");
        times.keySet().forEach(jdk -> text.append(" JDK ").append(jdk).append(" |"));
        text.append(" the original |\n|--:|--:|--:|").append("--:|".repeat(times.size() + 1)).append('\n');
        for (int bytes : SIZES) {
            text.append(String.format(Locale.ROOT, "| %,d | %.2f |", bytes, median(c.get(bytes))));
            text.append(packedC.containsKey(bytes) ? String.format(" %.2f |", median(packedC.get(bytes))) : " |");
            times.forEach((jdk, rows) -> text.append(String.format(Locale.ROOT, " %.2f (%.2f) |",
                    median(rows.get(bytes)),
                    median(ratios.get(jdk).get(bytes)))));
            text.append(bytes == 4 ? String.format(Locale.ROOT, " %,.0f |%n", ORIGINAL_US) : " |\n");
        }
        text.append("\nThree tasks that send to one, on 4 ranks, messages a second of each (bar: 100,000):\n\n");
        rates.forEach((jdk, all) -> text.append(String.format(Locale.ROOT,
                "- JDK %d: %,.0f; while that one computes and receives nothing: %,.0f%n", jdk, median(all),
                median(floods.get(jdk)))));
        return text.toString();
    }
}
