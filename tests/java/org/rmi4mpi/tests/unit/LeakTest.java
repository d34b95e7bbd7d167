package org.rmi4mpi.tests.unit;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.stringContainsInOrder;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.Processes;

/** A long-running job's memory; {@code make soak} makes a million operations. */
@Deadline(150)
public class LeakTest {
    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

    /** The heap is there from the start, and one compiler alone: what grows then is what leaks. */
    @Test
    public void nothingLeaksOverManyOperations() throws Exception {
        List<String> command = List.of(ROOT.resolve("build/bin/rmi4mpirun").toString(), "-n", "2", "-Xms64m", "-Xmx64m",
                "-XX:+UseSerialGC", "-XX:+AlwaysPreTouch", "-XX:TieredStopAtLevel=1", "-cp",
                ROOT.resolve("build/tests/rmi4mpi-tests.jar").toString(), "org.rmi4mpi.tests.programs.Endure",
                "300000");
        Processes.Outcome outcome = Processes.run(JAVA_HOME, 140, Map.of("MALLOC_ARENA_MAX", "2"), command);
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), stringContainsInOrder("nothing leaks", "nothing leaks"));
    }
}
