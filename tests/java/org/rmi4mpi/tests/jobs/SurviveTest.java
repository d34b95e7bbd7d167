package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.Assume;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/**
 * Jobs that lose ranks and go on. They need Open MPI 5: {@code make test-one ONLY=SurviveTest MPI=openmpi-5.0.11}. On another
 * MPI the launcher refuses them.
 */
@Deadline(150)
@OneJdk
public class SurviveTest {
    private static final int SECONDS = 60;

    private static boolean hasOpenMpi5() {
        try {
            return Files.readString(Path.of("build/lib/rmi4mpi.conf")).contains("Open MPI v5");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Processes.Outcome run(int ranks, String what, String how, String lost) throws Exception {
        Assume.assumeTrue("Open MPI 5", hasOpenMpi5());
        Processes.Outcome outcome = Programs.launch(SECONDS, ranks, "--survive", "Surviving", what, how, lost);
        assertThat("ended in time: " + outcome.output(), outcome.inTime(), is(true));
        return outcome;
    }

    private static void assertAllTold(int ranks, String how, String lost, List<Integer> living) throws Exception {
        Processes.Outcome outcome = run(ranks, "call", how, lost);
        String first = lost.split(",")[0];
        for (int rank : living) {
            String who = "rank " + rank + " ";
            assertThat(outcome.output(),
                    containsString(who + "is told in a sleep of rank " + first + " on a host: true"));
            assertThat(outcome.output(), containsString(who + "is told while it polls of rank " + first));
            assertThat(outcome.output(), containsString(who + "has a future that fails by RankLostException"));
            assertThat(outcome.output(), containsString(who + "has a group that fails by RankLostException"));
            assertThat(outcome.output(), containsString(who + "is told in a later call"));
            assertThat(outcome.output(),
                    containsString(who + "knows " + living + " and was told [" + lost.replace(",", ", ") + "]"));
        }
        assertThat(outcome.output(), not(containsString("wrong")));
        assertThat(outcome.output(), containsString("rmi4mpi: the job has ended without rank"));
        assertThat(outcome.output(), outcome.status(), is(0));
    }

    @Test
    public void callersOfAKilledRankAreTold() throws Exception {
        assertAllTold(4, "kill", "1", List.of(0, 2, 3));
    }

    @Test
    public void callersOfRankZeroAreTold() throws Exception {
        assertAllTold(3, "kill", "0", List.of(1, 2));
    }

    @Test
    public void callersAreToldWhereARankExits() throws Exception {
        assertAllTold(3, "exit", "1", List.of(0, 2));
    }

    @Test
    public void callersAreToldWhereARankExitsWithStatusZero() throws Exception {
        assertAllTold(3, "exit0", "1", List.of(0, 2));
    }

    @Test
    public void callersAreToldWhereAJvmHalts() throws Exception {
        assertAllTold(3, "halt", "2", List.of(0, 1));
    }

    @Test
    public void namesAreFoundWithoutTheRankThatKeptThem() throws Exception {
        Processes.Outcome outcome = run(3, "bind", "kill", "0");
        for (int rank = 1; rank < 3; rank++) {
            assertThat(outcome.output(), containsString("rank " + rank + " finds rank 1: 2"));
            assertThat(outcome.output(), containsString("rank " + rank + " finds rank 2: 2"));
            assertThat(outcome.output(), containsString("rank " + rank + " misses rank 0"));
        }
        assertThat(outcome.output(), outcome.status(), is(0));
    }

    @Test
    public void namesStayAsAnotherRankHasLeftThem() throws Exception {
        Processes.Outcome outcome = run(3, "rebind", "kill", "0");
        for (int rank = 1; rank < 3; rank++) {
            assertThat(outcome.output(), containsString("rank " + rank + " lists 1 name, of rank 2"));
        }
        assertThat(outcome.output(), outcome.status(), is(0));
    }

    @Test
    public void namesOfALostRankAreGone() throws Exception {
        Processes.Outcome outcome = run(3, "bind", "kill", "2");
        assertThat(outcome.output(), containsString("rank 0 misses rank 2"));
        assertThat(outcome.output(), containsString("rank 1 finds rank 0: 2"));
        assertThat(outcome.output(), outcome.status(), is(0));
    }

    @Test
    public void aLossThatNobodyNoticesIsToldByTheStatus() throws Exception {
        Processes.Outcome outcome = run(3, "ignore", "kill", "1");
        assertThat(outcome.output(), containsString("No call of the program has failed therefore"));
        assertThat(outcome.output(), outcome.status(), is(1));
    }

    @Test
    public void theEndOfTheJobGoesOnWithoutARankThatNeverComes() throws Exception {
        Processes.Outcome outcome = run(3, "finish", "kill", "2");
        assertThat(outcome.output(), containsString("the job has ended without rank 2"));
        assertThat(outcome.output(), outcome.status(), is(0));
    }

    @Test
    public void anExceptionThatLeavesMainEndsTheJob() throws Exception {
        Processes.Outcome outcome = run(3, "throw", "kill", "1");
        assertThat(outcome.output(), containsString("thrown by rank 1"));
        assertThat(outcome.output(), not(containsString("the job has ended without")));
        assertThat(outcome.output(), outcome.status(), is(1));
    }

    @Test
    public void aJobWithoutALossEndsWithStatusZero() throws Exception {
        Processes.Outcome outcome = run(3, "bind", "kill", "7");
        assertThat(outcome.output(), not(containsString("the job has ended without")));
        assertThat(outcome.output(), outcome.status(), is(0));
    }

    @Test
    public void theLossOfAllRanksIsToldByTheLauncher() throws Exception {
        Processes.Outcome outcome = run(2, "ignore", "kill", "0,1");
        assertThat(outcome.output(), containsString("rmi4mpirun: all ranks of the job are lost"));
        assertThat(outcome.output(), outcome.status(), is(1));
    }

    @Test
    public void anotherMpiIsRefused() throws Exception {
        Assume.assumeFalse("another MPI", hasOpenMpi5());
        Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(),
                Programs.command(List.of("--survive", "-n", "2", "-cp", JobTest.CLASSES,
                        "org.rmi4mpi.tests.programs.Surviving")));
        assertThat(outcome.output(), containsString("rmi4mpirun: --survive needs Open MPI 5 or later, and this is "));
        assertThat(outcome.output(), outcome.status(), is(2));
    }
}
