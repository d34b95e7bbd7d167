package org.rmi4mpi.tests.hosts;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.Rule;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;

/** Ranks, hosts and links that fail for good: the job ends in time, and tells which rank and host it has lost. */
@Deadline(120)
public class LostRankTest {
    private static final int LONG = 600;
    private static final String HEARTBEAT = "-Drmi4mpi.heartbeat=3";
    private static final int SECONDS_TO_END = 40;

    @Rule
    public final Hosts hosts = new Hosts();

    private static void endsFor(HostJob job, String... told) throws Exception {
        int status = job.status(SECONDS_TO_END);
        assertThat(job.output(), status, is(not(0)));
        for (String text : told) {
            assertThat(job.output(), containsString(text));
        }
    }

    /** Its mpirun ends when a host closes its connections, and does not name the host. */
    private static boolean isOfMpich() throws IOException {
        return Files.readString(Path.of("build/lib/rmi4mpi.conf")).contains("MPICH");
    }

    @Test
    @InCheck
    public void aLinkThatStaysDownEndsTheJobByTheHeartbeat() throws Exception {
        try (HostJob job = HostJob.calling(LONG, HEARTBEAT)) {
            hosts.link(false);
            endsFor(job, "rank 1 (host h2, process ", "has sent no heartbeat for 3 s");
        }
    }

    @Test
    public void aHostThatIsKilledEndsTheJob() throws Exception {
        try (HostJob job = HostJob.calling(LONG, HEARTBEAT)) {
            hosts.kill();
            endsFor(job, isOfMpich() ? "[mpiexec@h1]" : "rank 1 (host h2, process ");
        }
    }

    @Test
    public void aRankThatIsKilledEndsTheJob() throws Exception {
        try (HostJob job = HostJob.calling(LONG)) {
            job.signal(1, "KILL");
            endsFor(job, "h2");
        }
    }

    @Test
    public void aRankThatIsStoppedForLongerThanTheHeartbeatEndsTheJob() throws Exception {
        try (HostJob job = HostJob.calling(LONG, HEARTBEAT)) {
            job.signal(1, "STOP");
            endsFor(job, "rank 1 (host h2, process ", "has sent no heartbeat for 3 s");
        }
    }
}
