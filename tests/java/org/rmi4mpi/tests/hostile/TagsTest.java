package org.rmi4mpi.tests.hostile;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.is;

import org.junit.Assume;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;

/** A job sends more large messages than there are tags. A message that waits long keeps its tag. */
@Deadline(HostileJob.SECONDS + 10)
public class TagsTest {
    private static final String LITTLE_HEAP = "-Xmx32m"; // frames have 4 MiB of it

    @Test
    @OneJdk
    public void aFrameThatWaitsForRoomIsNotTakenForAnother() throws Exception {
        noneIsLost(HostileJob.run(2, LITTLE_HEAP, TagsComeRound.class, "33000", "false"), 3);
    }

    @Test
    public void anArrayThatWaitsForItsMethodIsNotTakenForAnother() throws Exception {
        Assume.assumeThat("short arrays are in the frame", Runtime.version().feature(), greaterThanOrEqualTo(22));
        noneIsLost(HostileJob.run(2, "", TagsComeRound.class, "8192", "true"), 2);
    }

    private static void noneIsLost(HostileJob job, long callsOfFirst) {
        job.allAnswered();
        assertThat(job.output(), job.sum("failed"), is(0L));
        assertThat(job.output(), job.sum("served"), is(32_867 + callsOfFirst));
    }
}
