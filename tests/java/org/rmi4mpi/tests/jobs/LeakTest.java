package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.stringContainsInOrder;

import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** A long-running job's memory; {@code make soak} makes a million operations. */
@Deadline(320)
public class LeakTest {
    /** The heap is allocated at the start, and there is only one compiler. So any growth is a leak. */
    @Test
    @OneJdk
    public void nothingLeaksOverManyOperations() throws Exception {
        Processes.Outcome outcome = Programs.launch(300, 2, "-Xms64m -Xmx64m -XX:+UseSerialGC -XX:+AlwaysPreTouch",
                "Endure", "150000");
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), stringContainsInOrder("nothing leaks", "nothing leaks"));
    }
}
