package org.rmi4mpi.tests.hostile;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.Assume.assumeThat;

import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.EachJdk;

/** Interrupts at odd times. */
@EachJdk
@Deadline(HostileJob.SECONDS + 10)
public class InterruptsTest {
    @Test
    public void mainThatHasReturnedIsNotInterrupted() throws Exception {
        HostileJob job = HostileJob.run(2, "", InterruptedMain.class);
        assertThat(job.output(), job.status(), is(0));
        assertThat(job.output(), not(containsString("InterruptedException")));
        for (int rank = 0; rank < 2; rank++) {
            assertThat(job.output(), containsString("rank " + rank + " has worked to its end"));
        }
    }

    @Test
    public void virtualThreadsShareTheirCarrier() throws Exception {
        assumeThat(Runtime.version().feature(), is(greaterThanOrEqualTo(21)));
        HostileJob job = HostileJob.run(2, "-Djdk.virtualThreadScheduler.parallelism=1"
                + " -Djdk.virtualThreadScheduler.maxPoolSize=1", VirtualCallers.class).allAnswered();
        assertThat(job.output(), job.sum("answered"), is(job.sum("made")));
    }

    @Test
    public void threadsThatCollectAndWatchGoOn() throws Exception {
        HostileJob job = HostileJob.run(2, "-Drmi4mpi.overdue.s=1", InterruptedThreads.class);
        assertThat(job.output(), job.status(), is(0));
        for (int rank = 0; rank < 2; rank++) {
            assertThat(job.output(), containsString("rank " + rank + " keeps none"));
        }
        assertThat(job.output(), containsString("InterruptedThreads$Maker.late at rank 1"));
    }
}
