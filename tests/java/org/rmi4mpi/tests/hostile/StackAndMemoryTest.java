package org.rmi4mpi.tests.hostile;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.not;

import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;

/** Threads and ranks whose stack, heap or direct memory ends in the midst of calls. */
@Deadline(HostileJob.SECONDS + 10)
public class StackAndMemoryTest {
    @Test
    public void callsAtTheEndOfAStackAreAnsweredOrFail() throws Exception {
        HostileJob job = HostileJob.run(2, "", DeepStacks.class, "12").allAnswered();
        assertThat(job.sum("answered"), greaterThan(1000L));
        assertThat(job.output(), not(containsString("dropped a frame")));
    }

    @Test
    public void arraysLargerThanTheHeapOfTheirReceiverFail() throws Exception {
        HostileJob job = HostileJob.run(2, "-Xmx100m", FullHeap.class, "80000000", "2", "4", "100").allAnswered();
        assertThat(job.sum("failed"), greaterThan(0L));
    }

    @Test
    public void callsToARankWhoseHeapIsFullAreAnsweredOrFail() throws Exception {
        HostileJob.run(2, "-Xmx100m", FullHeap.class, "1048576", "20", "4", "5").allAnswered();
    }
}
