package org.rmi4mpi.tests.hostile;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.EachJdk;

/** Classes that are initialised lazily are not initialised at a point where a lack of stack makes them fail. */
@EachJdk
@Deadline(HostileJob.SECONDS + 10)
public class InitialisersTest {
    @Test
    public void aFirstLargeArrayThatFailsTakesNothingFromLaterOnes() throws Exception {
        HostileJob job = HostileJob.run(2, "-XX:+UseG1GC", FirstArrayWithoutStack.class);
        assertThat(job.output(), job.status(), is(0));
        for (int rank = 0; rank < 2; rank++) {
            assertThat(job.output(), containsString("rank " + rank + " exchanged after true"));
        }
    }
}
