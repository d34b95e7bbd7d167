package org.rmi4mpi.bench;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.rmi4mpi.tests.runner.Processes;

/**
 * Runs programs as ranks, and programs of java.rmi as JVMs with the JDK's RMI over loopback. The programs find each
 * other by {@code processes.Processes} of the examples. Each method waits for the end of the program, and returns its
 * standard output.
 */
public final class RmiPrograms {
    private static final int PERCENT_OF_MEMORY = 50;

    private final Path javaHome;
    private final String mpirun;
    private final String classes;
    private final int seconds;

    /**
     * @param classes the class path
     * @param seconds deadline of a program
     */
    public RmiPrograms(Path javaHome, String mpirun, String classes, int seconds) {
        this.javaHome = javaHome;
        this.mpirun = mpirun;
        this.classes = classes;
        this.seconds = seconds;
    }

    /**
     * @param options of rmi4mpirun
     * @param program class and arguments
     */
    public String runRanks(int ranks, String options, String program) throws IOException {
        return run(Map.of("MPIRUN", mpirun),
                words("build/bin/rmi4mpirun " + options + " -n " + ranks + " -cp " + classes + " " + program));
    }

    /** Runs a program of another language by mpirun. */
    public String runByMpirun(int ranks, String program) throws IOException {
        return run(MpirunEnvironment.of(ranks), words(mpirun + " -n " + ranks + " " + program));
    }

    /** @param program class and arguments */
    public String runJvms(int jvms, String program) throws IOException {
        int port = freePort();
        List<Callable<String>> runs = new ArrayList<>();
        for (int i = 0; i < jvms; i++) {
            List<String> command = words(javaHome.resolve("bin/java") + " -XX:MaxRAMPercentage="
                    + PERCENT_OF_MEMORY / jvms + " -Djava.rmi.server.hostname=127.0.0.1 -Drmi4mpi.rank=" + i
                    + " -Drmi4mpi.size=" + jvms + " -Dregistry.port=" + port + " -cp " + classes + " " + program);
            runs.add(() -> run(Map.of(), command));
        }
        ExecutorService threads = Executors.newFixedThreadPool(jvms);
        try {
            StringBuilder output = new StringBuilder();
            for (Future<String> each : threads.invokeAll(runs)) {
                output.append(each.get());
            }
            return output.toString();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        } finally {
            threads.shutdown();
        }
    }

    private static List<String> words(String command) {
        return Arrays.asList(command.strip().split(" +"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private String run(Map<String, String> environment, List<String> command) throws IOException {
        try {
            Processes.Outcome outcome = Processes.run(javaHome, seconds, environment, command);
            if (outcome.status() != 0) {
                throw new IOException(String.join(" ", command) + " ended with status " + outcome.status()
                        + " (-1 if it has not ended in " + seconds + " s):\n" + outcome.output());
            }
            return outcome.output();
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
    }
}
