package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.stringContainsInOrder;

import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;
import org.rmi4mpi.tests.runner.RankTests;

/** Runs for six seconds the calls that {@code make soak} makes for an hour. */
@OneJdk
@Deadline(SoakTest.MOST_SECONDS + 90)
public class SoakTest {
    static final int MOST_SECONDS = 120;

    @Test
    public void mixedCallsLoseNothingAndLeaveNothing() throws Exception {
        int seconds = Math.min(MOST_SECONDS, Integer.getInteger(RankTests.SOAK_SECONDS, 6));
        Processes.Outcome outcome = Programs.launch(seconds + 60, 3, "-Xms64m -Xmx64m -XX:+UseSerialGC"
                + " -XX:+AlwaysPreTouch", "Soak", "" + seconds);
        assertThat(outcome.output(), outcome.status(), is(0));
        String well = "nothing lost, nothing grown";
        assertThat(outcome.output(), stringContainsInOrder(well, well, well));
    }
}
