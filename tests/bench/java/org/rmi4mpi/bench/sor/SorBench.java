package org.rmi4mpi.bench.sor;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.rmi4mpi.bench.MpirunEnvironment;
import org.rmi4mpi.tests.runner.Jdks;

/**
 * Measures successive over-relaxation on 2 and 4 ranks: by remote objects, by messages, by the JDK's RMI and by C, in turn
 * in each round. Writes build/bench/sor-JDK.md. Options are system properties, which make sets: {@code quick},
 * {@code jdk}, {@code mpirun}.
 */
final class SorBench {
    private static final Path FOLDER = Path.of("build/bench");
    private static final String CLASSES = "build/bench/lib/rmi4mpi-bench.jar";
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
                + Runtime.getRuntime().availableProcessors() + " cores\n\nMicroseconds an iteration at rank 0; long exchanges,"
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
        List<Process> processes = new ArrayList<>();
        Path output = Files.createTempFile("rmi4mpi-sor", ".out");
        try {
            switch (contender) {
                case OBJECTS -> processes.add(start(home, Map.of(), output,
                        "build/bin/rmi4mpirun --rmi -n " + ranks + " -cp " + CLASSES + " " + objects));
                case MESSAGES -> processes.add(start(home, Map.of(), output, "build/bin/rmi4mpirun -n " + ranks + " -cp "
                        + CLASSES + " " + SorByMessages.class.getName() + " " + amount));
                case C -> processes.add(start(home, MpirunEnvironment.of(ranks), output,
                        mpirun + " -n " + ranks + " build/bench/sor " + amount));
                case JDK -> {
                    for (int rank = 0; rank < ranks; rank++) {
                        processes.add(start(home, Map.of(), output, home.resolve("bin/java")
                                + " -Djava.rmi.server.hostname=127.0.0.1 -Drmi4mpi.rank=" + rank + " -Drmi4mpi.size=" + ranks
                                + " -cp " + CLASSES + " " + objects));
                    }
                }
            }
            for (Process process : processes) {
                if (!process.waitFor(SECONDS_PER_RUN, TimeUnit.SECONDS) || process.exitValue() != 0) {
                    throw new IOException(contender + " did not end well in " + SECONDS_PER_RUN + " s:\n"
                            + Files.readString(output));
                }
            }
            return Files.readAllLines(output);
        } finally {
            end(processes);
            Files.deleteIfExists(output);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private Process start(Path home, Map<String, String> environment, Path output, String command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command.split(" "))
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
        builder.environment().put("JAVA_HOME", home.toString());
        builder.environment().put("MPIRUN", mpirun);
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static void end(Collection<Process> processes) {
        for (Process process : processes) {
            if (process.isAlive()) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
    }
}
