package org.rmi4mpi.bench.sor;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.rmi4mpi.bench.MpirunEnvironment;
import org.rmi4mpi.tests.runner.Jdks;
import org.rmi4mpi.tests.runner.Processes;

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

    public static void main(String[] args) throws IOException, InterruptedException {
        SorBench bench = new SorBench();
        for (Map.Entry<Integer, Path> jdk : Jdks.found().entrySet()) {
            if (bench.onJdk.isEmpty() || bench.onJdk.equals("" + jdk.getKey())) {
                bench.measure(jdk.getKey(), jdk.getValue());
            }
        }
    }

    private void measure(int jdk, Path home) throws IOException, InterruptedException {
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

    /** Returns what it prints. */
    private List<String> run(SorContender contender, Path home, int ranks) throws IOException, InterruptedException {
        String amount = iterations + " " + REPETITIONS;
        String objects = SorByObjects.class.getName() + " " + freePort() + " " + amount;
        Map<String, String> environment = Map.of("MPIRUN", mpirun);
        return switch (contender) {
            case OBJECTS -> run(home, environment,
                    "build/bin/rmi4mpirun --rmi -n " + ranks + " -cp " + CLASSES + " " + objects);
            case MESSAGES -> run(home, environment, "build/bin/rmi4mpirun -n " + ranks + " -cp " + CLASSES + " "
                    + SorByMessages.class.getName() + " " + amount);
            case C -> run(home, MpirunEnvironment.of(ranks), mpirun + " -n " + ranks + " build/bench/sor " + amount);
            case JDK -> runJvms(home, ranks, objects);
        };
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static List<String> run(Path home, Map<String, String> environment, String command)
            throws IOException, InterruptedException {
        Processes.Outcome outcome = Processes.run(home, SECONDS_PER_RUN, environment, List.of(command.split(" ")));
        if (outcome.status() != 0) {
            throw new IOException(
                    "'" + command + "' did not end well in " + SECONDS_PER_RUN + " s:\n" + outcome.output());
        }
        return outcome.output().lines().toList();
    }

    /** Runs a JVM for each rank at the same time, with the JDK's RMI between them. */
    private static List<String> runJvms(Path home, int ranks, String program) throws IOException, InterruptedException {
        List<Callable<List<String>>> jvms = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            String command = home.resolve("bin/java") + " -Djava.rmi.server.hostname=127.0.0.1 -Drmi4mpi.rank=" + rank
                    + " -Drmi4mpi.size=" + ranks + " -cp " + CLASSES + " " + program;
            jvms.add(() -> run(home, Map.of(), command));
        }
        ExecutorService threads = Executors.newFixedThreadPool(ranks);
        try {
            List<String> lines = new ArrayList<>();
            for (Future<List<String>> each : threads.invokeAll(jvms)) {
                lines.addAll(each.get());
            }
            return lines;
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            threads.shutdown();
        }
    }
}
