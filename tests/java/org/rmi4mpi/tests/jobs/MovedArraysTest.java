package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.Assume.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.EachJdk;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.Processes;

/**
 * Arrays that a collector moves while MPI has them, with each collector of the JDK. Epsilon moves nothing, and gives
 * nothing back: PinningTest has it. -Xcheck:jni is off, since it hands out copies.
 */
@Deadline(100)
@EachJdk
public class MovedArraysTest {
    private static final int SECONDS = 90;

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private static List<String> options(String collector, int heapMebibytes) {
        return List.of("-Xmx" + heapMebibytes + "m", "-XX:+UnlockExperimentalVMOptions", "-XX:+Use" + collector + "GC",
                "-XX:G1HeapRegionSize=1m");
    }

    private void stayWhole(String collector, int heapMebibytes) throws Exception {
        run(collector, heapMebibytes, "MovedArrays", "all arrays are right", folder.getRoot().toString());
    }

    private static void run(
            String collector, int heapMebibytes, String program, String expected, String... arguments)
            throws Exception {
        List<String> options = options(collector, heapMebibytes);
        List<String> version = new ArrayList<>(List.of(Programs.JAVA_HOME.resolve("bin/java").toString(), "-version"));
        version.addAll(1, options);
        assumeTrue("this JDK has no " + collector + " collector",
                Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), version).status() == 0);
        Processes.Outcome outcome = Programs.launch(SECONDS, 2, String.join(" ", options), program, arguments);
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), containsString(expected));
    }

    @Test
    @InCheck
    public void longCollectiveCallsOfTwoThreadsEndUnderG1() throws Exception {
        run("G1", 64, "LongCollectives", "all calls are right", "60");
    }

    /** The ranks take the way of those that have a core each. */
    @Test
    public void longCollectiveCallsOfFourRanksEnd() throws Exception {
        Processes.Outcome outcome =
                Programs.launch(SECONDS, 4, "-Xmx96m -XX:ActiveProcessorCount=4", "LongCollectives", "10");
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), containsString("all calls are right"));
    }

    @Test
    public void longCollectiveCallsOfTwoThreadsEndUnderSerial() throws Exception {
        run("Serial", 64, "LongCollectives", "all calls are right", "60");
    }

    @Test
    public void longCollectiveCallsOfTwoThreadsEndUnderZ() throws Exception {
        run("Z", 128, "LongCollectives", "all calls are right", "60");
    }

    /** Without buffers of threads, each allocation may need a collection. */
    private static void doNotWaitInACircle(String collector, int ranks, String options) throws Exception {
        Processes.Outcome outcome = Programs.launch(SECONDS, ranks,
                "-XX:+Use" + collector + "GC -Xms32m -Xmx32m -Xmn2m -XX:-UseTLAB" + options, "CrossedCollectives",
                "100");
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), containsString("all calls are right"));
    }

    @Test
    @InCheck
    public void crossedCallsDoNotWaitInACircleUnderSerial() throws Exception {
        doNotWaitInACircle("Serial", 2, "");
    }

    @Test
    public void crossedCallsDoNotWaitInACircleUnderParallel() throws Exception {
        doNotWaitInACircle("Parallel", 2, "");
    }

    @Test
    public void crossedCallsDoNotWaitInACircleUnderG1() throws Exception {
        doNotWaitInACircle("G1", 2, "");
    }

    /** The ranks take the way of those that have a core each. */
    @Test
    public void crossedCallsOfFourRanksDoNotWaitInACircle() throws Exception {
        doNotWaitInACircle("Serial", 4, " -XX:ActiveProcessorCount=4");
    }

    @Test
    @InCheck
    public void arraysStayWholeUnderG1() throws Exception {
        stayWhole("G1", 128);
    }

    @Test
    public void arraysStayWholeUnderSerial() throws Exception {
        stayWhole("Serial", 128);
    }

    @Test
    public void arraysStayWholeUnderParallel() throws Exception {
        stayWhole("Parallel", 128);
    }

    @Test
    public void arraysStayWholeUnderShenandoah() throws Exception {
        stayWhole("Shenandoah", 128);
    }

    /** ZGC needs room of its own. */
    @Test
    public void arraysStayWholeUnderZ() throws Exception {
        stayWhole("Z", 256);
    }

    @Test
    public void mailStaysWholeUnderG1() throws Exception {
        List<String> words = new ArrayList<>(List.of("--jpvm", "-n", "2"));
        words.addAll(options("G1", 160));
        Path tests = Path.of("build/tests").toAbsolutePath();
        words.addAll(List.of("-cp", tests.resolve("rmi4mpi-tests.jar") + ":" + tests.resolve("hamcrest-2.2.jar"),
                "org.rmi4mpi.tests.tasks.MovedMail"));
        Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), Programs.command(words));
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), containsString("mail as expected"));
    }
}
