package org.rmi4mpi.tests.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs commands to their end, or to a deadline, which follows the machine's speed. Stateless. */
public final class Processes {
    private static final int SECONDS_TO_DUMP = 3;
    private static final int SECONDS_TO_END = 5;

    private Processes() {}

    /** The outcome of a command; status -1 if it did not end in time. */
    public record Outcome(int status, String output) {
        public boolean inTime() {
            return status != -1;
        }
    }

    /** Runs a command on a JDK. Standard output and error are returned as one text. */
    public static Outcome run(Path javaHome, int seconds, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        return runUntil(null, javaHome, seconds, environment, command);
    }

    /** Also ends a command as soon as it has printed the text; null for a command that ends by itself. */
    public static Outcome runUntil(String text, Path javaHome, int seconds, Map<String, String> environment,
            List<String> command) throws IOException, InterruptedException {
        return run(text, null, javaHome, seconds, environment, command);
    }

    /** Also sends a signal to the command, such as TERM, as soon as it has printed the text. */
    public static Outcome signal(String signal, String text, Path javaHome, int seconds,
            Map<String, String> environment, List<String> command) throws IOException, InterruptedException {
        return run(text, signal, javaHome, seconds, environment, command);
    }

    private static Outcome run(String text, String signal, Path javaHome, int seconds, Map<String, String> environment,
            List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("rmi4mpi-test", ".out");
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(new java.io.File("/dev/null"))
                    .redirectOutput(output.toFile());
            builder.environment().put("JAVA_HOME", javaHome.toString());
            builder.environment().keySet().removeIf(
                    name -> name.startsWith("OMPI_") || name.startsWith("PMI") || name.startsWith("MPI_LOCAL"));
            builder.environment().putAll(environment);
            Process process = builder.start();
            boolean said = text != null && says(text, output, process, seconds);
            if (said && signal != null) {
                new ProcessBuilder("kill", "-" + signal, "" + process.pid()).start().waitFor();
                said = false;
                text = null;
            }
            boolean ended = !said && (text == null ? ends(process, seconds) : !process.isAlive());
            if (!ended) {
                if (!said) {
                    dumpThreads(process);
                }
                kill(process);
            }
            return new Outcome(ended ? process.exitValue() : -1, text(output));
        } finally {
            Files.deleteIfExists(output);
        }
    }

    /** Waits as long as {@link Patience} does. */
    public static boolean ends(Process process, int seconds) throws InterruptedException {
        Patience patience = new Patience(seconds);
        while (!process.waitFor(Patience.STEP_MS, TimeUnit.MILLISECONDS)) {
            if (patience.isOver()) {
                return false;
            }
        }
        return true;
    }

    private static boolean says(String text, Path output, Process process, int seconds)
            throws IOException, InterruptedException {
        Patience patience = new Patience(seconds);
        while (process.isAlive() && !patience.isOver()) {
            if (text(output).contains(text)) {
                return true;
            }
            TimeUnit.MILLISECONDS.sleep(Patience.STEP_MS);
        }
        return false;
    }

    private static String text(Path output) throws IOException {
        return new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
    }

    /** Into what the JVMs print. */
    private static void dumpThreads(Process process) throws IOException, InterruptedException {
        for (ProcessHandle each : process.descendants().toList()) {
            if (each.info().command().orElse("").endsWith("/java")) {
                new ProcessBuilder("kill", "-QUIT", "" + each.pid()).start().waitFor();
            }
        }
        TimeUnit.SECONDS.sleep(SECONDS_TO_DUMP);
    }

    /** Ends a process and all that it has started: with SIGTERM first, and after some seconds with SIGKILL. */
    public static void kill(Process process) {
        List<ProcessHandle> all = process.descendants().toList();
        process.destroy();
        try {
            process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
    }
}
