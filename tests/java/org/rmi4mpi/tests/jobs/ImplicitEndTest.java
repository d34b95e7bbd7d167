package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** A main that returns without MPI.Finalize although it knows it. */
@Deadline(60)
@OneJdk
public class ImplicitEndTest {
    private static final int SECONDS = 30;
    private static final String PROGRAM = "org.rmi4mpi.tests.programs.Swallow";

    private static String swallow(String how, boolean well) throws Exception {
        Processes.Outcome outcome = Programs.launch(SECONDS, 2, "-ea", "Swallow", how);
        assertThat("ended in time: " + outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), outcome.status() == 0, is(well));
        return outcome.output();
    }

    @Test
    @InCheck
    public void itIsSaidAtWhichRanks() throws Exception {
        assertThat(swallow("all", true), containsString("main has returned without MPI.Finalize() at ranks 0, 1: "));
        assertThat(swallow("one", true),
                containsString("main has returned without MPI.Finalize() at rank 1, which others have called: "));
    }

    @Test
    public void whatIsPendingOrLostIsNamed() throws Exception {
        assertThat(swallow("pending", true), containsString("at rank 1 Irecv has not ended"));
        assertThat(swallow("lost", false),
                containsString("at rank 1 a message of 8 bytes from rank 0 with tag 4 was not received"));
    }

    /** The other rank waits forever. */
    @Test
    public void whoKeepsTheJobIsNamed() throws Exception {
        String words = "the job waits for rank 0 (host ";
        Processes.Outcome outcome = Processes.runUntil(words, Programs.JAVA_HOME, SECONDS, Map.of(),
                Programs.command(List.of("-n", "2", "-cp", JobTest.CLASSES, PROGRAM, "stuck")));
        assertThat(outcome.output(), containsString(words));
    }

    @Test
    public void withoutTheLauncherItIsAFailure() throws Exception {
        Map<String, String> root = Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, SECONDS, root,
                List.of(System.getenv().getOrDefault("MPIRUN", "mpirun"), "-n", "2",
                        Programs.JAVA_HOME.resolve("bin/java").toString(), "-cp", JobTest.CLASSES + ":build/lib/*",
                        PROGRAM, "one"));
        assertThat(outcome.output(), outcome.status(), not(0));
        assertThat(outcome.output(), containsString("MPI.Finalize() was not called"));
    }
}
