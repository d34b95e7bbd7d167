package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.matchesPattern;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.Assume;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Patience;
import org.rmi4mpi.tests.runner.Processes;

/** Jobs that hang in known ways: {@code rmi4mpirun --why} names the cause in the first five lines. */
@Deadline(120)
@OneJdk
public class HangReportTest {
    private static final int SECONDS = 60;
    private static final int FIRST_LINES = 5;
    private static final String PROGRAM = "org.rmi4mpi.tests.programs.Hanging";
    private static final String[] TASKS = {"--jpvm", "-Drmi4mpi.jpvm.patience.ms=100000", "-Drmi4mpi.jpvm.mail.mib=1"};

    /** A job that hangs, and is ended at the end of the test. */
    private record Job(Process launcher, Path output) implements AutoCloseable {
        static Job start(String program, String way, String... options) throws Exception {
            List<String> words = new ArrayList<>(List.of("-n", "3"));
            words.addAll(List.of(options));
            words.addAll(List.of("-cp", JobTest.CLASSES, program, way));
            return start(words, Map.of());
        }

        static Job start(List<String> words, Map<String, String> environment) throws Exception {
            Path output = Files.createTempFile("rmi4mpi-test", ".out");
            // A shell that has started the tests in the background ignores SIGQUIT for all.
            List<String> command = new ArrayList<>(List.of("env", "--default-signal=QUIT"));
            command.addAll(Programs.command(words));
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().put("JAVA_HOME", Programs.JAVA_HOME.toString());
            builder.environment().putAll(environment);
            return new Job(builder.start(), output);
        }

        /** Asks until the beginning of the report is as expected. */
        void assertReport(String expected) throws Exception {
            Patience patience = new Patience(SECONDS);
            Pattern pattern = Pattern.compile(expected, Pattern.DOTALL);
            String first = "";
            while (launcher.isAlive() && !patience.isOver() && !pattern.matcher(first).find()) {
                first = why().lines().limit(FIRST_LINES).collect(Collectors.joining("\n"));
            }
            assertThat(first + "\nafter\n" + Files.readString(output), pattern.matcher(first).find(), is(true));
        }

        String why(String... words) throws Exception {
            List<String> command = new ArrayList<>(List.of(Programs.LAUNCHER, "--why", "" + launcher.pid()));
            command.addAll(List.of(words));
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().put("JAVA_HOME", Programs.JAVA_HOME.toString());
            Process process = builder.start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return text;
        }

        void awaitText(String text) throws Exception {
            Patience patience = new Patience(SECONDS);
            while (!Files.readString(output).contains(text)) {
                assertThat(Files.readString(output), launcher.isAlive() && !patience.isOver(), is(true));
                TimeUnit.MILLISECONDS.sleep(Patience.STEP_MS);
            }
        }

        List<ProcessHandle> ranks() {
            return launcher.descendants().filter(each -> each.info().command().orElse("").endsWith("java")
                    && each.info().commandLine().orElse("").contains("RankMain")).toList();
        }

        @Override
        public void close() throws IOException {
            Processes.kill(launcher);
            Files.delete(output);
        }
    }

    private static void assertReport(String way, String expected) throws Exception {
        try (Job job = Job.start(PROGRAM, way)) {
            job.assertReport(expected);
        }
    }

    @Test
    @InCheck
    public void twoRanksThatCallEachOtherInSynchronizedMethods() throws Exception {
        try (Job job = Job.start(PROGRAM, "calls")) {
            job.assertReport("it hangs.*a cycle: rank ([01]) waits for the reply to \\S*Partner.greet at rank ([01]),.*"
                    + " -> rank \\2, which runs Partner.greet for rank \\1, waits for the monitor of .*PartnerObject@.*"
                    + " -> rank \\2 waits for the reply.*waits for the monitor.* -> rank");
            assertThat("what a thread has done before", job.why(), matchesPattern("(?s).*waits for the reply to"
                    + " \\S*Partner.greet.*\\n    before: .*Barrier on MPI_COMM_WORLD \\([\\d.]+ s ago\\).*"));
        }
    }

    @Test
    @InCheck
    public void aCollectiveThatOneRankNeverJoins() throws Exception {
        assertReport("missing",
                "it hangs.*Barrier on MPI_COMM_WORLD: ranks 0 and 2 wait in it, at .*Hanging.java:\\d+\\);"
                        + " rank 1 has not come: rank 1 waits in MPI.Finalize");
    }

    @Test
    public void differentCollectives() throws Exception {
        assertReport("different", "it hangs.*different collective calls on MPI_COMM_WORLD: Allreduce at rank 0, at .*;"
                + " Barrier at ranks 1-2, at ");
    }

    @Test
    public void aTagThatNeverMatches() throws Exception {
        assertReport("tag", "it hangs.*rank 1 waits in Recv for a message of rank 0, tag 6 on MPI_COMM_WORLD.*, but"
                + " a message of 1 byte from rank 0 with tag 5 waits there");
    }

    @Test
    public void aLockOfAWindowThatIsNeverFreed() throws Exception {
        assertReport("lock", "it hangs.*rank 2 waits for the lock of the window .* at rank 1, which rank 0 has.*;"
                + " rank 0 waits in Barrier");
    }

    @Test
    public void aTaskThatWaitsForOneThatHasEnded() throws Exception {
        try (Job job = Job.start("org.rmi4mpi.tests.tasks.StuckTasks", "ended", TASKS)) {
            job.assertReport(
                    "it hangs.*rank 0 \\(thread jpvm-.*waits for mail of task #\\d+, tag 4.*, but task #\\d+ has"
                            + " ended at rank 1");
        }
    }

    @Test
    public void aRemoteMethodInAnEndlessLoop() throws Exception {
        assertReport("loop", "it does not hang.*rank 1, which runs Partner.spin for rank 0, computes, at"
                + " \\S*Hanging.compute.*; ranks 0 and 2 wait for it");
    }

    @Test
    public void aTaskOfAnExecutorInAnEndlessLoop() throws Exception {
        assertReport("farm", "it does not hang: 1 of \\d+ threads of the program compute");
    }

    @Test
    public void aFullMailbox() throws Exception {
        try (Job job = Job.start("org.rmi4mpi.tests.tasks.StuckTasks", "full", TASKS)) {
            job.assertReport("it hangs.*rank 0 \\(thread jpvm-.*waits for room at rank 1 for a message to a task:"
                    + " \\d+ bytes there have not been received");
        }
    }

    @Test
    @InCheck
    public void aRankThatIsStopped() throws Exception {
        try (Job job = Job.start(PROGRAM, "stopped")) {
            job.awaitText("all run");
            ProcessHandle stopped = job.ranks().get(0);
            new ProcessBuilder("kill", "-STOP", "" + stopped.pid()).start().waitFor();
            job.assertReport(
                    "it hangs.*rank \\d is stopped \\(process " + stopped.pid() + ".*kill -CONT " + stopped.pid()
                            + " resumes it; rank \\d waits for it");
        }
    }

    @Test
    public void aLostWakeUp() throws Exception {
        assertReport("notify",
                "it hangs.*rank 1 waits for a notify of java.lang.Object@\\w+, at .*missTheWakeUp.*, and no"
                        + " thread is left");
    }

    @Test
    @InCheck
    public void aRankThatIsStillBeforeInit() throws Exception {
        assertReport("init",
                "it hangs.*MPI.Init: ranks 0 and 2 wait in it, at .*; rank 1 has not come: rank 1 waits for a"
                        + " notify of .*, at .*readConfiguration");
    }

    @Test
    public void aCycleOfThreeReceivesAlsoInJson() throws Exception {
        try (Job job = Job.start(PROGRAM, "messages")) {
            job.assertReport(
                    "it hangs.*a cycle: rank \\d waits in Recv for a message of rank \\d, tag 3 on MPI_COMM_WORLD"
                            + ".* -> rank \\d waits in Recv .* -> rank \\d waits in Recv .* -> rank \\d\n");
            JsonObject report = JsonParser.parseString(job.why("--json")).getAsJsonObject();
            assertThat(report.get("hangs").getAsBoolean(), is(true));
            assertThat(report.getAsJsonArray("cycle").size(), is(3));
            assertThat(report.getAsJsonArray("causes").get(0).getAsJsonObject().get("kind").getAsString(), is("CYCLE"));
            assertThat(report.getAsJsonObject("ranks").size(), is(3));
            JsonArray recent = report.getAsJsonObject("ranks").getAsJsonObject("1").getAsJsonArray("recent");
            assertThat(recent.toString(), recent.asList().stream().map(JsonElement::getAsJsonObject)
                    .anyMatch(event -> event.get("kind").getAsString().equals("collective")
                            && event.get("what").getAsString().equals("Barrier")),
                    is(true));
            assertThat(recent.toString(), recent.asList().stream().map(JsonElement::getAsJsonObject)
                    .anyMatch(event -> event.get("what").getAsString().endsWith("JobRegistry.lookup")
                            && event.get("state").getAsString().equals("ended")),
                    is(true));
        }
    }

    @Test
    @InCheck
    public void sigquitPrintsTheReportAndTheJobGoesOn() throws Exception {
        try (Job job = Job.start(PROGRAM, "awaits")) {
            job.awaitText("all run");
            new ProcessBuilder("kill", "-QUIT", "" + job.launcher.pid()).start().waitFor();
            job.awaitText("3 ranks");
            assertThat(job.launcher.isAlive(), is(true));
        }
    }

    @Test
    public void aHangIsReportedWithoutBeingAskedFor() throws Exception {
        try (Job job = Job.start(PROGRAM, "messages", "--hang", "2")) {
            job.awaitText("it hangs");
            assertThat(Files.readString(job.output), containsString("a cycle: rank"));
        }
    }

    /** Each look sees both ranks wait for each other. */
    @Test
    @InCheck
    public void ranksThatExchangeMessagesDoNotHang() throws Exception {
        try (Job job = Job.start(PROGRAM, "exchange")) {
            job.assertReport("it does not hang: 2 of 3 threads of the program have gone on");
            assertThat(job.why(), containsString("it does not hang"));
            assertThat(job.why(), containsString("it does not hang"));
        }
    }

    @Test
    public void aJobThatComputesIsNotReported() throws Exception {
        try (Job job = Job.start(PROGRAM, "loop", "--hang", "1")) {
            job.assertReport("it does not hang");
            assertThat(Files.readString(job.output), Files.readString(job.output).contains("job "), is(false));
        }
    }

    @Test
    public void aCallOfAMethodInPythonThatDoesNotEnd() throws Exception {
        Path python = Path.of("build/tests/python").toAbsolutePath();
        Assume.assumeTrue("no mpi4py, scripts/setup-mpi4py tells why", Files.isExecutable(python));
        try (Job job = Job.start(
                List.of("-n", "1", "-cp", JobTest.CLASSES, PROGRAM, "peer", ":", "-n", "1", "--program",
                        python.toString(), "tests/python/hanging.py"),
                Map.of("PYTHONPATH", Path.of("peers/python").toAbsolutePath().toString()))) {
            job.assertReport("none is known to be stuck.*rank 1 is a program in another language, which"
                    + " answers no questions: rank 0 waits for the reply to \\S*Partner.spin at rank 1, for \\d+ s, at"
                    + " \\S*Hanging.main");
            assertThat(job.why(), containsString("rank 0 (thread asker) waits for the reply to"
                    + " org.rmi4mpi.tests.programs.Hanging$Partner.greet at rank 1"));
            JsonObject report = JsonParser.parseString(job.why("--json")).getAsJsonObject();
            assertThat(report.get("otherLanguages").toString(), is("[1]"));
            assertThat(report.get("unreached").toString(), is("[]"));
        }
    }

    /** The rank in Python has ended, and is told of by a line, too, which nobody asked for. */
    @Test
    public void aBarrierThatARankInPythonDoesNotEnter() throws Exception {
        Path python = Path.of("build/tests/python").toAbsolutePath();
        Assume.assumeTrue("no mpi4py, scripts/setup-mpi4py tells why", Files.isExecutable(python));
        try (Job job = Job.start(
                List.of("-n", "1", "-cp", JobTest.CLASSES, PROGRAM, "calls", ":", "-n", "1", "--program",
                        python.toString(), "-c", "import rmi4mpi; rmi4mpi.Job().close()"),
                Map.of("PYTHONPATH", Path.of("peers/python").toAbsolutePath().toString()))) {
            job.assertReport("Barrier on MPI_COMM_WORLD: rank 0 waits in it.*; rank 1 has not come: ");
            job.awaitText("rank 0 waits in Barrier on MPI_COMM_WORLD with rank 1 in Python, whose program has ended");
        }
    }

    @Test
    public void whereNoJobRunsThatIsTold() throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(Programs.LAUNCHER, "--why", "no-such-job").redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", Programs.JAVA_HOME.toString());
        Process process = builder.start();
        try (BufferedReader lines = process.inputReader()) {
            assertThat(lines.readLine(), matchesPattern("rmi4mpirun: --why.*: .*(no rank|no such job).*"));
        }
        assertThat(process.waitFor(), is(2));
    }
}
