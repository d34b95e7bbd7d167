package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.stringContainsInOrder;

import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** Calls to a rank whose program is over. */
@Deadline(90)
public class EarlyEndTest {
    @Test
    public void aRankInFinalizeServesCallsUntilAllHaveCome() throws Exception {
        Processes.Outcome outcome = Programs.launch(25, 3, "-ea", "EarlyEnd");
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), allOf(containsString("rank 1 was served"), containsString("rank 2 was served")));
    }

    /** For longer than calls that run. */
    @Test
    public void theEndOfTheJobWaitsForTasks() throws Exception {
        Processes.Outcome outcome = Programs.launch(25, 2, "-Drmi4mpi.finalize.ms=50", "LateTasks");
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), containsString("the task of a task has ended"));
    }

    @Test
    @OneJdk
    public void aRankInFinalizeNamesTheRanksThatDoNotCome() throws Exception {
        for (String strict : List.of("0", "1")) {
            Processes.Outcome outcome = Processes.signal("TERM", "every rank has to call it", Programs.JAVA_HOME, 30,
                    Map.of(), Programs.command(List.of("-n", "3", "-Drmi4mpi.overdue.s=1", "-Drmi4mpi.strict=" + strict,
                            "-cp", JobTest.CLASSES, "org.rmi4mpi.tests.programs.LateRanks")));
            assertThat(outcome.output(), outcome.status(), is(143));
            assertThat(outcome.output(),
                    stringContainsInOrder("rank 0 of 3", "MPI.Finalize() has waited for 3 s for rank 1",
                            "in Recv at org.rmi4mpi.tests.programs.LateRanks.main(LateRanks.java:13), and for rank 2",
                            "in Barrier at org.rmi4mpi.tests.programs.LateRanks.main(LateRanks.java:15)"));
        }
    }
}
