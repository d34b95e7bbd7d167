package org.rmi4mpi.dispatch;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import org.junit.Test;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.Sleeper;

/** A thread of rank 0 rests while no thread leads. */
public class CrewRestTest {
    private final WaitingRank rank = new WaitingRank();
    private final Crew crew = new Crew(0, rank.inbox, rank.rankBell, rank.lead, new Cores(false, System::nanoTime),
            new WaitPolicy(WaitingRank.POLLS, false, 1_000_000), Runner::new, () -> {}, new Troubles(0), rank.probe,
            System::nanoTime);
    private final CallRunner runner = new Runner();
    private final CrewRest rest = new CrewRest(new CrewThread(crew, "rests", runner), crew, runner);

    private static class Runner implements CallRunner {
        @Override
        public void run(Frame frame) {}

        @Override
        public void refuse(Frame request) {}
    }

    /** The ring for the request woke nobody, since the thread had yet to read how often the bell has rung. */
    @Test(timeout = 20_000)
    public void itDoesNotSleepBesideARequestThatCameBefore() {
        rank.bell.whenItSleeps = () -> {
            throw new AssertionError("sleeps beside a request");
        };
        rank.calls();
        rest.untilNeeded(Sleeper.NEXT_LEADER);
        assertThat(rank.inbox.hasRequests(), is(true));
    }

    /** The thread has read the count of rings, and looked before the request came. */
    @Test(timeout = 20_000)
    public void aRingEndsItsSleep() {
        rank.bell.whenItSleeps = () -> {
            rank.calls();
            rank.bell.rings++;
        };
        rest.untilNeeded(Sleeper.NEXT_LEADER);
        assertThat(rank.inbox.hasRequests(), is(true));
    }
}
