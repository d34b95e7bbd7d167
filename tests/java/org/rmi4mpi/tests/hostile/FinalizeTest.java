package org.rmi4mpi.tests.hostile;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.EachJdk;
import org.rmi4mpi.tests.runner.OneJdk;

/** Calls that are under way while the job ends. */
@Deadline(HostileJob.SECONDS + 10)
public class FinalizeTest {
    private static final int RANKS = 4;
    private static final int KINDS = 3;

    @Test
    @OneJdk
    public void callsThatLeadToOthersAreMadeToTheirEnd() throws Exception {
        HostileJob job = HostileJob.run(RANKS, "-Drmi4mpi.finalize.ms=30000", CallsInFinalize.class).allAnswered();
        long calls = RANKS * KINDS * CallsInFinalize.HOPS;
        assertThat(job.output(), job.sum("made"), is(calls));
        assertThat(job.output(), job.sum("failed"), is(0L));
        assertThat(job.output(), job.sum("served"), is(calls));
    }

    @Test
    @EachJdk
    public void finalizeWithoutStackMayBeCalledAgain() throws Exception {
        HostileJob job = HostileJob.run(2, "", DeepFinalize.class);
        assertThat(job.output(), job.status(), is(0));
        for (int rank = 0; rank < 2; rank++) {
            assertThat(job.output(), containsString("rank " + rank + " has finalised"));
        }
    }
}
