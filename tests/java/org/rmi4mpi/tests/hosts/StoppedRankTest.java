package org.rmi4mpi.tests.hosts;

import java.util.concurrent.TimeUnit;
import org.junit.Rule;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;

/** Ranks that are stopped by a signal, and go on: the job waits for them, and nothing is lost. */
@Deadline(120)
public class StoppedRankTest {
    private static final int SECONDS_TO_END = 60;

    @Rule
    public final Hosts hosts = new Hosts();

    /** A rank that is stopped, as by a debugger or a paging node, is waited for. */
    @Test
    public void aRankThatIsStoppedForHalfAMinuteGoesOn() throws Exception {
        try (HostJob job = HostJob.calling(5)) {
            job.signal(1, "STOP");
            TimeUnit.SECONDS.sleep(30);
            job.signal(1, "CONT");
            job.endsWell(SECONDS_TO_END);
        }
    }

    @Test
    public void aRankThatIsStoppedForAShorterTimeGoesOn() throws Exception {
        try (HostJob job = HostJob.calling(6, "-Drmi4mpi.heartbeat=15")) {
            job.signal(1, "STOP");
            TimeUnit.SECONDS.sleep(2);
            job.signal(1, "CONT");
            job.endsWell(SECONDS_TO_END);
        }
    }
}
