package org.rmi4mpi.tests.hosts;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.stringContainsInOrder;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.Rule;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;

/** Links that fail for a while: the job goes on, and nothing is lost. */
@Deadline(120)
public class LinkTest {
    private static final int SECONDS_TO_END = 60;

    @Rule
    public final Hosts hosts = new Hosts();

    @Test
    @InCheck
    public void nothingIsLostWhereALinkIsDownForASecond() throws Exception {
        try (HostJob job = HostJob.calling(5)) {
            hosts.link(false);
            TimeUnit.SECONDS.sleep(1);
            hosts.link(true);
            job.endsWell(SECONDS_TO_END);
        }
    }

    /** Bursts of losses and delays, as a congested switch has them. */
    @Test
    public void nothingIsLostWherePacketsAreLostInBursts() throws Exception {
        try (HostJob job = HostJob.calling(8)) {
            for (int i = 0; i < 30; i++) {
                hosts.link(false);
                TimeUnit.MILLISECONDS.sleep(10 + 7 * (i % 5));
                hosts.link(true);
                TimeUnit.MILLISECONDS.sleep(100);
            }
            job.endsWell(SECONDS_TO_END);
        }
    }

    /** Calls of 5 s end within a minute, though every connection of h2 has to send packets again. */
    @Test
    @InCheck
    public void nothingIsLostWherePacketsAreLostAndDelayed() throws Exception {
        hosts.loseAndDelay(2, 5);
        long before = Hosts.packetsSentAgain();
        try (HostJob job = HostJob.calling(5, "-Drmi4mpi.heartbeat=20")) {
            job.endsWell(SECONDS_TO_END);
        }
        assertThat("packets that were sent again", Hosts.packetsSentAgain() - before, is(greaterThan(0L)));
    }

    @Test
    public void theDoctorFindsASlowLink() throws Exception {
        hosts.loseAndDelay(0, 8);
        try (HostJob job = HostJob.start(HostJob.RANKS, Map.of(), List.of("--check"))) {
            assertThat(job.status(SECONDS_TO_END), is(1));
            assertThat(job.output(), stringContainsInOrder("WRONG  round trip", "h1 - h2", "us for 8 bytes"));
            assertThat(job.output(), containsString("ok     round trip     h1 - h3"));
        }
    }
}
