package org.rmi4mpi.tests.hosts;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

/** A job that runs on the hosts, one rank on each. Owned by the thread of its test. */
final class HostJob implements AutoCloseable {
    static final int RANKS = 3;
    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final int SECONDS_TO_START = 60;

    private final Path output;
    private final Process process;

    private HostJob(Path output, Process process) {
        this.output = output;
        this.process = process;
    }

    /** Starts {@link HostCalls} for this long, with these options, and returns as soon as its ranks call each other. */
    static HostJob calling(int seconds, String... options) throws Exception {
        return calling(RANKS, seconds, options);
    }

    static HostJob calling(int ranks, int seconds, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of(options));
        words.addAll(List.of("-cp", ROOT.resolve("build/tests/rmi4mpi-tests.jar").toString(),
                HostCalls.class.getName(), "" + seconds));
        HostJob job = start(ranks, Map.of(), words);
        for (int rank = 0; rank < ranks; rank++) {
            job.awaits("rank " + rank + " calls", SECONDS_TO_START);
        }
        return job;
    }

    /** @param words for rmi4mpirun, after the number of ranks */
    static HostJob start(int ranks, Map<String, String> environment, List<String> words) throws IOException {
        List<String> command = new ArrayList<>(List.of(ROOT.resolve("build/bin/rmi4mpirun").toString(), "-n",
                "" + ranks, "-XX:TieredStopAtLevel=1"));
        command.addAll(words);
        Path output = Files.createTempFile("rmi4mpi-hosts", ".out");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(new java.io.File("/dev/null"))
                .redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        return new HostJob(output, builder.start());
    }

    String output() throws IOException {
        return Files.readString(output, StandardCharsets.UTF_8);
    }

    /** Waits until the job has printed the text. */
    void awaits(String text, int seconds) throws Exception {
        Patience patience = new Patience(seconds);
        while (!output().contains(text)) {
            assertThat("the job says \"" + text + "\" in time, but says: " + output(),
                    process.isAlive() && !patience.isOver(), is(true));
            TimeUnit.MILLISECONDS.sleep(Patience.STEP_MS / 10);
        }
    }

    /** The process of a rank, which it has told. */
    long processOf(int rank) throws Exception {
        awaits("rank " + rank + " is process ", SECONDS_TO_START);
        Matcher told = Pattern.compile("rank " + rank + " is process (\\d+)").matcher(output());
        assertThat(told.find(), is(true));
        return Long.parseLong(told.group(1));
    }

    void signal(int rank, String name) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, "" + processOf(rank)).inheritIO().start().waitFor(), is(0));
    }

    /** Waits until mpirun has ended, and returns its status. */
    int status(int seconds) throws Exception {
        boolean hasEnded = Processes.ends(process, seconds);
        assertThat("the job ends within " + seconds + " s, but says: " + output(), hasEnded, is(true));
        return process.exitValue();
    }

    /** Waits until mpirun has ended, with status 0. */
    void endsWell(int seconds) throws Exception {
        int status = status(seconds);
        assertThat(output(), status, is(0));
    }

    @Override
    public void close() throws IOException {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        process.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
        ProcessHandle.allProcesses()
                .filter(each -> each.info().commandLine().orElse("").contains(HostCalls.class.getName()))
                .forEach(ProcessHandle::destroyForcibly);
        Files.deleteIfExists(output);
    }
}
