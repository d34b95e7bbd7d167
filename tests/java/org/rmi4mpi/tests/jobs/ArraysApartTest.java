package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.stringContainsInOrder;
import static org.junit.Assume.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** Arrays that travel from heap to heap, which they do not under -Xcheck:jni. */
@Deadline(70)
public class ArraysApartTest {
    @Test
    @InCheck
    public void arraysOfAllLengths() throws Exception {
        Processes.Outcome outcome = Programs.launch(60, 2, "-Xmx512m -XX:+UseG1GC", "ArraysApart");
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), containsString("all arrays are right"));
    }

    @Test
    @OneJdk
    public void aMessageMayBeLargerThanAGibibyte() throws Exception {
        long freeGib = Files.readAllLines(Path.of("/proc/meminfo")).stream()
                .filter(line -> line.startsWith("MemAvailable:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) >> 20)
                .sum();
        assumeTrue("needs 8 GiB of memory", freeGib >= 8);
        Processes.Outcome outcome = Programs.launch(60, 2, "-Xmx1500m -XX:+UseG1GC", "LargeMessage");
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), stringContainsInOrder("all bytes are right", "all bytes are right"));
    }
}
