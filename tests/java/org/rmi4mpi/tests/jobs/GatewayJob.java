package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rmi4mpi.tests.runner.Patience;
import org.rmi4mpi.tests.runner.Processes;

/** A job of the programs in package {@code gate}, with a gateway, and its clients, which have the JDK alone. */
final class GatewayJob implements AutoCloseable {
    private static final int SECONDS = 60;
    static final String CLASSES = Path.of("build/tests/rmi/rmi4mpi-rmi-programs.jar").toAbsolutePath().toString();
    private static final Pattern PORT = Pattern.compile("gateway of rank 0: listens at \\S*:(\\d+)");

    private final Path output = Files.createTempFile("rmi4mpi-test", ".out");
    private final Process launcher;

    private GatewayJob(List<String> command) throws IOException {
        launcher = start(command, output, Programs.JAVA_HOME);
    }

    /** Starts the solver at rank 0 and its part at rank 1. */
    static GatewayJob start(String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("--rmi", "--gateway", "0", "--gateway-names", "sol*"));
        words.addAll(List.of(options));
        words.addAll(List.of("-n", "1", "-cp", CLASSES, "gate.SolverRank", ":", "-n", "1", "gate.PartRank"));
        return start("the part has joined", words);
    }

    /** Starts a job, and waits until it has printed a text. */
    static GatewayJob start(String ready, List<String> words) throws Exception {
        GatewayJob job = new GatewayJob(Programs.command(words));
        job.await(ready);
        return job;
    }

    static Process start(List<String> command, Path output, Path javaHome) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", javaHome.toString());
        return builder.start();
    }

    String port() throws IOException {
        Matcher found = PORT.matcher(output());
        assertThat(output(), found.find(), is(true));
        return found.group(1);
    }

    String output() throws IOException {
        return Files.readString(output);
    }

    void await(String text) throws Exception {
        await(text, output, launcher);
    }

    static void await(String text, Path output, Process writer) throws Exception {
        Patience patience = new Patience(SECONDS);
        while (!Files.readString(output).contains(text)) {
            assertThat("\"" + text + "\" is not in " + Files.readString(output), writer.isAlive() && !patience.isOver(),
                    is(true));
            TimeUnit.MILLISECONDS.sleep(Patience.STEP_MS);
        }
    }

    /** Runs a client to its end. */
    Processes.Outcome client(Path javaHome, String... words) throws Exception {
        return Processes.run(javaHome, SECONDS, Map.of(), clientCommand(javaHome, words));
    }

    List<String> clientCommand(Path javaHome, String... words) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(javaHome.resolve("bin/java").toString(), "-XX:TieredStopAtLevel=1"));
        for (String word : words) {
            command.add(word.equals("PORT") ? port() : word);
        }
        return command;
    }

    /** The process of a rank. */
    ProcessHandle rank(String program) {
        return launcher.descendants().filter(each -> each.info().command().orElse("").endsWith("java")
                && each.info().commandLine().orElse("").contains(program)).findFirst().orElseThrow();
    }

    /** Waits for the end of the job, and returns its status. */
    int end() throws InterruptedException {
        assertThat("ended in time", Processes.ends(launcher, SECONDS), is(true));
        return launcher.exitValue();
    }

    @Override
    public void close() throws IOException {
        Processes.kill(launcher);
        Files.delete(output);
    }
}
