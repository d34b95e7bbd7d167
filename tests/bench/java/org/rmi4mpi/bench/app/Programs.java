package org.rmi4mpi.bench.app;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.rmi4mpi.bench.rows.Run;
import org.rmi4mpi.tests.runner.Processes;

/** Starts programs on two processes, and reads the times that they print. */
final class Programs {
    private static final int PROCESSES = 2;
    private static final int SECONDS = 120;
    private static final String CLASSES = "build/examples/rmi4mpi-examples.jar";
    /** A line of {@code processes.Comparison}. */
    private static final Pattern LINE = Pattern.compile("(?m)^(sequential|\\d+ .*?) +([0-9.]+) s   ");

    private final Run run;

    /** Seconds of each repetition; none of what a program does not do. */
    record Times(List<Double> sequential, List<Double> parallel) {}

    Programs(Run run) {
        this.run = run;
    }

    /** @param program options of rmi4mpirun, class and arguments */
    Times runRanks(String program) throws IOException {
        int main = program.lastIndexOf("--") < 0 ? 0 : program.indexOf(' ', program.lastIndexOf("--")) + 1;
        return times(run(words("build/bin/rmi4mpirun " + program.substring(0, main) + "-n " + PROCESSES + " -cp "
                + CLASSES + " " + program.substring(main) + " " + repetitions())));
    }

    /** Runs a program of java.rmi as JVMs with the JDK's RMI over loopback. */
    Times runJvms(String program) throws IOException {
        int port = freePort();
        List<Callable<String>> jvms = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            List<String> command = words(run.javaHome().resolve("bin/java") + " -XX:MaxRAMPercentage=25"
                    + " -Djava.rmi.server.hostname=127.0.0.1 -Drmi4mpi.rank=" + i + " -Drmi4mpi.size=" + PROCESSES
                    + " -Dregistry.port=" + port + " -cp " + CLASSES + " " + program + " " + repetitions());
            jvms.add(() -> run(command));
        }
        ExecutorService threads = Executors.newFixedThreadPool(PROCESSES);
        try {
            StringBuilder output = new StringBuilder();
            for (Future<String> each : threads.invokeAll(jvms)) {
                output.append(each.get());
            }
            return times(output.toString());
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        } finally {
            threads.shutdown();
        }
    }

    private int repetitions() {
        return run.pace().repetitions() + 1;
    }

    private static List<String> words(String command) {
        return Arrays.asList(command.split(" "));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private String run(List<String> command) throws IOException {
        try {
            Processes.Outcome outcome =
                    Processes.run(run.javaHome(), SECONDS, Map.of("MPIRUN", run.mpirun()), command);
            if (outcome.status() != 0) {
                throw new IOException(String.join(" ", command) + " ended with status " + outcome.status()
                        + " (-1 if it has not ended in " + SECONDS + " s):\n" + outcome.output());
            }
            return outcome.output();
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
    }

    static Times times(String output) throws IOException {
        List<Double> sequential = new ArrayList<>();
        List<Double> parallel = new ArrayList<>();
        for (MatchResult line : LINE.matcher(output).results().toList()) {
            (line.group(1).equals("sequential") ? sequential : parallel).add(Double.valueOf(line.group(2)));
        }
        if (parallel.isEmpty()) {
            throw new IOException("a program has printed no times:\n" + output);
        }
        return new Times(sequential, parallel);
    }
}
