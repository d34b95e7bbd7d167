package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.stringContainsInOrder;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** The mistakes that strict mode finds, in a job for each. */
@Deadline(90)
@OneJdk
public class StrictTest {
    private static final int SECONDS = 30;
    private static final String PROGRAM = "org.rmi4mpi.tests.programs.StrictMistakes";

    private static Processes.Outcome run(int ranks, String strict, String... mistake) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("-n", "" + ranks, "-Drmi4mpi.strict=" + strict, "-cp", JobTest.CLASSES, PROGRAM));
        arguments.addAll(List.of(mistake));
        Processes.Outcome outcome =
                Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), Programs.command(arguments));
        assertThat("ended in time: " + outcome.output(), outcome.inTime(), is(true));
        return outcome;
    }

    private static String fails(String mistake) throws Exception {
        Processes.Outcome outcome = run(2, "1", mistake);
        assertThat(outcome.output(), outcome.status(), not(0));
        return outcome.output();
    }

    private static String ends(String... mistake) throws Exception {
        Processes.Outcome outcome = run(2, "1", mistake);
        assertThat(outcome.output(), outcome.status(), is(0));
        return outcome.output();
    }

    /** The message names the calls of both ranks, and their places. */
    private static void differIn(String mistake, String what, String one, String other) throws Exception {
        assertThat(fails(mistake), stringContainsInOrder("collective calls do not match in their " + what,
                "rank 0 of MPI.COMM_WORLD calls " + one, "StrictMistakes.java:",
                "rank 1 of MPI.COMM_WORLD calls " + other, "StrictMistakes.java:"));
    }

    @Test
    @InCheck
    public void correctProgramsHearNothing() throws Exception {
        Path folder = Files.createTempDirectory("rmi4mpi-strict");
        for (int ranks = 1; ranks <= 3; ranks++) {
            Processes.Outcome outcome = run(ranks, "1", "none", folder.resolve("file").toString());
            assertThat(outcome.output(), outcome.status(), is(0));
            assertThat(outcome.output(), not(containsString("strict mode")));
        }
        Files.delete(folder);
    }

    @Test
    @InCheck
    public void anotherOperation() throws Exception {
        differIn("operation", "operation", "barrier at", "allReduce at");
    }

    @Test
    public void anotherRoot() throws Exception {
        differIn("root", "root", "bcast at", "bcast at");
    }

    @Test
    public void anotherCount() throws Exception {
        String output = fails("count");
        assertThat(output, stringContainsInOrder("do not match in their count", "sends 32 bytes", "sends 16 bytes"));
    }

    @Test
    public void anotherType() throws Exception {
        assertThat(fails("type"), stringContainsInOrder("do not match in their type", "type INT", "type FLOAT"));
    }

    @Test
    public void anotherReduction() throws Exception {
        assertThat(fails("op"), stringContainsInOrder("do not match in their op", "MPI.SUM", "MPI.MAX"));
    }

    @Test
    public void oneRankSendsLessThanItReceives() throws Exception {
        assertThat(fails("total"), stringContainsInOrder("do not match in their count", "sends 8 bytes",
                "receives 16 bytes"));
    }

    @Test
    public void operationsThatWereStarted() throws Exception {
        differIn("started", "operation", "iBarrier at", "iAllReduce at");
    }

    @Test
    public void oneRankEndsWhileTheOtherWaits() throws Exception {
        differIn("forgotten", "operation", "barrier at", "Finalize at");
    }

    @Test
    public void callsOnACommunicatorThatTheProgramHasMade() throws Exception {
        differIn("duplicate", "root", "bcast at", "bcast at");
    }

    @Test
    public void handlesThatAreNotFreed() throws Exception {
        Path file = Files.createTempFile("rmi4mpi-strict", null);
        String output = ends("unfreed", file.toString());
        Files.delete(file);
        assertThat(output, allOf(containsString("the communicator of dup at"),
                containsString("the datatype of createContiguous at"), containsString("the window of Win at"),
                containsString("the file of File at"), not(containsString("still open")),
                not(containsString("has not freed 1 window")),
                containsString("the group of getGroup at"), containsString("the operation of Op at"),
                containsString("StrictMistakes.main(StrictMistakes.java:")));
    }

    @Test
    public void requestsThatDoNotEnd() throws Exception {
        assertThat(run(2, "1", "request").output(), containsString("the request of iRecv at"));
    }

    @Test
    @InCheck
    public void messagesThatNobodyReceives() throws Exception {
        String output = ends("unreceived");
        assertThat(output, stringContainsInOrder("rank 0 of 2 has sent a message of 32 bytes with tag 42 to rank 1",
                "send at", "StrictMistakes.java:"));
        assertThat(output, not(containsString("tag 43")));
    }

    @Test
    public void nothingIsToldWhereItIsOff() throws Exception {
        Processes.Outcome outcome = run(2, "0", "unreceived");
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), not(containsString("strict mode")));
    }
}
