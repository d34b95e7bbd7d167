package org.rmi4mpi.tests.unit;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.Processes;

/** Arrays that travel beside their messages, which they do not under -Xcheck:jni. */
@Deadline(70)
public class ArraysApartTest {
    @Test
    public void arraysOfAllLengths() throws Exception {
        Processes.Outcome outcome = Programs.launch(60, 2, "-Xmx512m -XX:+UseG1GC", "ArraysApart");
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), containsString("all arrays are right"));
    }
}
