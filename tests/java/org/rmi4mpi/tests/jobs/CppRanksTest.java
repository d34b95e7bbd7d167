package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** Ranks in C and C++ that have remote objects. */
@Deadline(90)
@OneJdk
public class CppRanksTest {
    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

    /** Of 20,000 frames with a few bytes changed, too. The program has the sanitizers of addresses and undefined behaviour. */
    @Test
    public void valuesTravelOrAreRefused() throws Exception {
        Processes.Outcome outcome = Processes.run(JAVA_HOME, 60, Map.of(),
                List.of(ROOT.resolve("build/tests/values").toString(), "1", "20000"));
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), containsString("values: all as expected"));
    }
}
