package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.stringContainsInOrder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Patience;
import org.rmi4mpi.tests.runner.Processes;

/** A job that is told to end by SIGTERM to the launcher: its hooks run, and its status is 143. */
@Deadline(90)
public class TerminationTest {
    private static final int SECONDS = 30;
    private static final int STATUS = 143;

    private static Processes.Outcome end(String signal, int ranks, String what, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("-n", "" + ranks));
        words.addAll(List.of(options));
        words.addAll(List.of("-cp", JobTest.CLASSES, "org.rmi4mpi.tests.programs.Terminated", what));
        Processes.Outcome outcome = Processes.signal(signal, "all run", Programs.JAVA_HOME, SECONDS, Map.of(),
                Programs.command(words));
        assertThat("ended in time: " + outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), not(containsString("Forwarding signal")));
        return outcome;
    }

    private static long count(String text, Processes.Outcome outcome) {
        return outcome.output().lines().filter(line -> line.contains(text)).count();
    }

    @Test
    @InCheck
    public void theHooksOfEachRankRunOnceAndInOrder() throws Exception {
        Processes.Outcome outcome = end("TERM", 3, "save");
        assertThat(outcome.output(), outcome.status(), is(STATUS));
        for (int rank = 0; rank < 3; rank++) {
            assertThat(outcome.output(), stringContainsInOrder("rank " + rank + " saves",
                    "rank " + rank + " has saved"));
            assertThat(outcome.output(), count("rank " + rank + " saves", outcome), is(1L));
        }
    }

    /** Open MPI's mpirun kills all ranks when one has ended. */
    @Test
    @OneJdk
    public void allRanksWaitForTheHooksOfTheLast() throws Exception {
        Processes.Outcome outcome = end("TERM", 2, "last-saves");
        assertThat(outcome.output(), outcome.status(), is(STATUS));
        assertThat(outcome.output(), containsString("rank 1 has saved"));
    }

    @Test
    @OneJdk
    public void aHookThatThrowsIsToldAndTheNextRuns() throws Exception {
        Processes.Outcome outcome = end("TERM", 2, "throw");
        assertThat(outcome.output(), outcome.status(), is(STATUS));
        for (int rank = 0; rank < 2; rank++) {
            assertThat(outcome.output(), containsString("rank " + rank + " of 2 on host"));
            assertThat(outcome.output(), containsString("rank " + rank + " has saved"));
        }
        assertThat(outcome.output(), stringContainsInOrder("a hook of Ranks.onTermination has failed",
                "IllegalStateException: cannot save"));
    }

    @Test
    @OneJdk
    public void aHookThatHangsIsGivenUp() throws Exception {
        Processes.Outcome outcome = end("TERM", 2, "hang", "-Drmi4mpi.termination.ms=500");
        assertThat(outcome.output(), outcome.status(), is(STATUS));
        assertThat(outcome.output(), containsString("still runs after 500 ms"));
    }

    @Test
    @OneJdk
    public void aJobWithoutHooksEnds() throws Exception {
        Processes.Outcome outcome = end("TERM", 3, "nothing");
        assertThat(outcome.output(), outcome.status(), is(STATUS));
        assertThat(outcome.output(), not(containsString("rmi4mpi: ")));
        Programs.assertNoBox(outcome);
    }

    @Test
    public void aJobThatHasNotCalledInitEnds() throws Exception {
        Processes.Outcome outcome = end("TERM", 1, "before-init");
        assertThat(outcome.output(), outcome.status(), is(STATUS));
        assertThat(outcome.output(), containsString("rank has saved"));
        Programs.assertNoBox(outcome);
    }

    /** A stopped process stands for one that gets no time from a crowded machine. */
    @Test
    @OneJdk
    public void aJobWhoseProcessesAreStoppedEndsAndLeavesNothing() throws Exception {
        for (boolean mpirunAsWell : new boolean[] {false, true}) {
            Path output = Files.createTempFile("rmi4mpi-test", ".out");
            ProcessBuilder builder = new ProcessBuilder(Programs.command(List.of("-n", "2", "-cp", JobTest.CLASSES,
                    "org.rmi4mpi.tests.programs.Terminated", "nothing")));
            builder.environment().put("JAVA_HOME", Programs.JAVA_HOME.toString());
            Process launcher = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
            awaitText("all run", output, launcher);
            List<ProcessHandle> stopped = launcher.descendants().filter(each -> runs(each, "RankMain")
                    || mpirunAsWell && runs(each, "mpirun")).toList();
            List<Path> memory = sharedMemory(stopped);
            signal("STOP", stopped);
            signal("TERM", List.of(launcher.toHandle()));
            assertThat("ends: " + Files.readString(output), Processes.ends(launcher, SECONDS), is(true));
            assertThat(Files.readString(output), launcher.exitValue(), is(STATUS));
            assertThat(memory.stream().filter(Files::exists).toList(), empty());
            for (ProcessHandle each : stopped) {
                each.onExit().get(SECONDS, TimeUnit.SECONDS);
            }
            Files.delete(output);
        }
    }

    private static boolean runs(ProcessHandle process, String word) {
        return process.info().commandLine().orElse("").contains(word);
    }

    private static void awaitText(String text, Path output, Process process) throws Exception {
        Patience patience = new Patience(SECONDS);
        while (!Files.readString(output).contains(text)) {
            assertThat(Files.readString(output), process.isAlive() && !patience.isOver(), is(true));
            TimeUnit.MILLISECONDS.sleep(Patience.STEP_MS);
        }
    }

    private static List<Path> sharedMemory(List<ProcessHandle> processes) throws IOException {
        List<Path> files = new ArrayList<>();
        for (ProcessHandle each : processes) {
            Files.readString(Path.of("/proc/" + each.pid() + "/maps")).lines()
                    .filter(line -> line.contains("/dev/shm/") && !line.endsWith("(deleted)"))
                    .map(line -> Path.of(line.substring(line.indexOf("/dev/shm/"))))
                    .forEach(files::add);
        }
        return files;
    }

    private static void signal(String name, List<ProcessHandle> processes) throws Exception {
        List<String> command = new ArrayList<>(List.of("kill", "-" + name));
        processes.forEach(each -> command.add("" + each.pid()));
        new ProcessBuilder(command).start().waitFor();
    }

    @Test
    @OneJdk
    public void otherSignalsReachMpirun() throws Exception {
        Processes.Outcome saved = end("USR1", 2, "save");
        assertThat(saved.output(), containsString("rank 1 has saved"));
        boolean mpich = Files.readString(Path.of("build/lib/rmi4mpi.conf")).contains("MPICH");
        if (!mpich) { // its mpirun may return 0, once it has passed a signal on
            assertThat(saved.output(), saved.status(), not(0));
        }
    }

    /** {@code MistakesTest} has the interrupt at a terminal. */
    @Test
    @OneJdk
    public void anInterruptWithoutATerminalHasTheStatusOfTheSignal() throws Exception {
        // A shell that has started the tests in the background ignores the signal for all.
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
        command.addAll(Programs.command(List.of("-n", "2", "-cp", JobTest.CLASSES,
                "org.rmi4mpi.tests.programs.Terminated", "nothing")));
        Processes.Outcome interrupted =
                Processes.signal("INT", "all run", Programs.JAVA_HOME, SECONDS, Map.of(), command);
        assertThat(interrupted.output(), interrupted.status(), is(130));
    }

    /** The job goes on, until it is told to end. */
}
