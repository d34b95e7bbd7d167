package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import org.junit.Test;
import org.rmi4mpi.tests.runner.Processes;

/** Calls to a rank whose program is over. */
public class EarlyEndTest {
    @Test
    public void aRankInFinalizeServesCallsUntilAllHaveCome() throws Exception {
        Processes.Outcome outcome = Programs.launch(25, 3, "-ea", "EarlyEnd");
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), allOf(containsString("rank 1 was served"), containsString("rank 2 was served")));
    }
}
