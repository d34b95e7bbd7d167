package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.stringContainsInOrder;
import static org.junit.Assume.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.rmi4mpi.tests.programs.OneWay;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** The memory of a rank stays bounded when it is called faster than it serves. */
@Deadline(90)
public class BoundedMemoryTest {
    private static final int SECONDS = 80;

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    /** The heap is allocated at the start, so the resident set grows only by memory outside of the heap. */
    @Test
    @OneJdk
    public void aFloodOfOneWayCallsMakesTheSendersWait() throws Exception {
        assumeTrue(OneWay.MISSING, OneWay.isThere());
        Processes.Outcome outcome = Programs.launch(SECONDS, 4, "-Xms192m -Xmx192m -XX:+UseSerialGC"
                + " -XX:+AlwaysPreTouch", "Flood", "2");
        assertThat(outcome.output(), outcome.status(), is(0));
        String well = "bounded, and nothing lost";
        assertThat(outcome.output(), stringContainsInOrder(well, well, well, well));
    }

    /** Together they take four times the heap. */
    @Test
    @OneJdk
    public void aThousandCallsAtOnceWithAMebibyteEachPass() throws Exception {
        Processes.Outcome outcome = Programs.launch(SECONDS, 2, "-Xmx256m", "Burst", "1000", "1048576");
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), stringContainsInOrder("rank 1: 1000 calls passed"));
    }

    /** Rank 1 sends large arrays from where they lie in its heap. The collector of rank 0 moves all of its arrays. */
    @Test
    public void arraysComeWholeWhereTheirReceiverHasAnotherCollector() throws Exception {
        Path home = folder.getRoot().toPath();
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\n[ \"${OMPI_COMM_WORLD_RANK:-$PMI_RANK}\" = 0 ] && collector=Serial\nexec "
                + Programs.JAVA_HOME.resolve("bin/java") + " -XX:+Use${collector:-G1}GC \"$@\"\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        Processes.Outcome outcome = Programs.launch(home, SECONDS, 2, "-Xmx256m", "Burst", "300", "1048576");
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), stringContainsInOrder("rank 1: 300 calls passed"));
    }
}
