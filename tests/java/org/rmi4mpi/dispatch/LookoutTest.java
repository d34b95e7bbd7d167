package org.rmi4mpi.dispatch;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.rmi4mpi.dispatch.Inbox.Need.A_POLL;
import static org.rmi4mpi.dispatch.Inbox.Need.EACH_POLL;
import static org.rmi4mpi.dispatch.Inbox.Need.NONE;

import org.junit.Test;
import org.rmi4mpi.dispatch.CrewRest.Lookout;
import org.rmi4mpi.dispatch.WaitPolicy.IdleStrategy;

/** How often a resting thread polls for operations that ring nobody. Times are in nanoseconds. */
public class LookoutTest {
    private static final long SHORTEST = 20_000;
    private static final long LONGEST = 100_000_000;
    private static final long A_WHILE = 50_000_000;

    private final Lookout lookout = new Lookout(new IdleStrategy(1, 1, yields -> false, SHORTEST, LONGEST));
    private long now;

    public LookoutTest() {
        lookout.begin(now);
    }

    private long after(long time, boolean isNeeded, boolean isNew) {
        return after(time, isNeeded ? EACH_POLL : NONE, isNew);
    }

    private long after(long time, Inbox.Need need, boolean isNew) {
        now += time;
        return lookout.nextNs(need, isNew, now);
    }

    @Test
    public void nobodyPollsWhereNothingNeedsIt() {
        assertThat(after(0, false, false), is(0L));
    }

    @Test
    public void stepsGrowWhileAnOperationLasts() {
        long first = after(0, true, false);
        assertThat(first, is(SHORTEST));
        long step = first;
        for (int i = 0; i < 1_000; i++) {
            long next = after(step, true, false);
            assertThat(next, greaterThan(step - 1));
            step = next;
        }
        assertThat(step, is(LONGEST));
    }

    @Test
    public void framesThatLeaveAreNotPolledForInShortSteps() {
        assertThat(after(0, A_POLL, true), is(Lookout.QUICK_NS));
        assertThat(after(Lookout.QUICK_NS, A_POLL, false), is(Lookout.QUICK_NS));
    }

    @Test
    public void aRingIsFollowedByPolls() {
        assertThat(after(A_WHILE, false, true), is(Lookout.QUICK_NS));
        assertThat(after(Lookout.QUICK_NS, false, false), greaterThan(0L));
        assertThat(after(A_WHILE, false, false), is(0L));
    }

    @Test
    public void stepsStayShortWhileOneOperationFollowsAnother() {
        long step = after(0, true, false);
        for (int i = 0; i < 10_000; i++) {
            step = after(step, i % 2 == 0, false);
            assertThat(step, greaterThan(0L));
            assertThat(step, lessThanOrEqualTo(Lookout.QUICK_NS));
        }
        assertThat("they do not begin anew", step, is(Lookout.QUICK_NS));
    }

    @Test
    public void anOperationAfterALongOneIsPolledSoon() {
        for (long step = after(0, true, false); step < LONGEST;) {
            step = after(step, true, false);
        }
        assertThat(after(0, true, true), lessThan(Lookout.QUICK_NS));
    }
}
