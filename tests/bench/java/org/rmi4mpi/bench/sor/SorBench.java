package org.rmi4mpi.bench.sor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.rmi4mpi.bench.RmiPrograms;
import org.rmi4mpi.tests.runner.Jdks;

/**
 * Measures successive over-relaxation on 2 and 4 ranks by remote objects, by messages, by the JDK's RMI and by C. They
 * take turns in each round. Writes build/bench/sor-JDK.md. Options are system properties, which make sets: {@code
 * quick}, {@code jdk}, {@code mpirun}.
 */
final class SorBench {
    private static final Path FOLDER = Path.of("build/bench");
    private static final String CLASSES = "build/bench/lib/rmi4mpi-bench.jar:build/examples/rmi4mpi-examples.jar";
    private static final int SECONDS_PER_RUN = 120;
    private static final int REPETITIONS = 4;

    private final boolean quick = !System.getProperty("quick", "").isEmpty();
    private final String onJdk = System.getProperty("jdk", "");
    private final String mpirun = System.getProperty("mpirun", "mpirun");
    private final int iterations = quick ? 100 : 300;

    private SorBench() {}

    public static void main(String[] args) throws IOException {
        SorBench bench = new SorBench();
        for (Map.Entry<Integer, Path> jdk : Jdks.found().entrySet()) {
            if (bench.onJdk.isEmpty() || bench.onJdk.equals("" + jdk.getKey())) {
                bench.measure(jdk.getKey(), jdk.getValue());
            }
        }
    }

    private void measure(int jdk, Path home) throws IOException {
        StringBuilder text = new StringBuilder("# Successive over-relaxation on JDK " + jdk + ", "
                + Runtime.getRuntime().availableProcessors()
                + " cores\n\nMicroseconds an iteration at rank 0; long exchanges,"
                + " those of more than 1 ms, in percent.\n");
        int rounds = quick ? 3 : 5;
        for (int ranks : List.of(2, 4)) {
            SorResults results = new SorResults();
            for (int round = 0; round < rounds; round++) {
                System.err.println("JDK " + jdk + ", " + ranks + " ranks: round " + (round + 1) + " of " + rounds);
                for (SorContender contender : SorContender.values()) {
                    results.add(contender, run(contender, home, ranks));
                }
            }
            text.append("\n## ").append(ranks).append(" ranks\n\n").append(results.toMarkdown());
        }
        System.out.println(text);
        Files.createDirectories(FOLDER);
        Files.writeString(FOLDER.resolve("sor-" + jdk + ".md"), text);
    }

    private List<String> run(SorContender contender, Path home, int ranks) throws IOException {
        RmiPrograms programs = new RmiPrograms(home, mpirun, CLASSES, SECONDS_PER_RUN);
        String amount = iterations + " " + REPETITIONS;
        String objects = SorByObjects.class.getName() + " " + amount;
        String output = switch (contender) {
            case OBJECTS -> programs.runRanks(ranks, "--rmi", objects);
            case MESSAGES -> programs.runRanks(ranks, "", SorByMessages.class.getName() + " " + amount);
            case C -> programs.runByMpirun(ranks, "build/bench/sor " + amount);
            case JDK -> programs.runJvms(ranks, objects);
        };
        return output.lines().toList();
    }
}
