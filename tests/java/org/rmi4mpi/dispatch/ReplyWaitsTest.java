package org.rmi4mpi.dispatch;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import org.junit.Test;
import org.rmi4mpi.bridge.Completion;

public class ReplyWaitsTest {
    private final WaitingRank rank = new WaitingRank();

    /** The call's completion, which lets rank 1 do something when it is asked so often. */
    private Completion after(int tests, Runnable action) {
        int[] asked = new int[1];
        return () -> {
            if (++asked[0] == tests) {
                action.run();
            }
            return rank.call.test();
        };
    }

    @Test
    public void aReplyThatComesSoonIsTakenByItsThread() {
        rank.replies.await(after(10, rank::replies), rank.call);
        assertThat(rank.call.test(), is(true));
        assertThat(rank.bell.events, empty());
    }

    @Test
    public void aThreadThatWaitsForLongTellsTheSendersThatItSleeps() {
        rank.bell.whenItSleeps = rank::replies;
        rank.replies.await(rank.call, rank.call);
        assertThat(rank.call.test(), is(true));
        assertThat(rank.bell.events.indexOf("waiters 1") < rank.bell.events.indexOf("sleep of WAITER"), is(true));
        assertThat("after its last sleep", rank.bell.waiters, is(0));
    }

    @Test
    public void aReplyThatComesWhileItSaysSoIsFoundByItsLastLook() {
        boolean[] sent = new boolean[1];
        rank.replies.await(() -> {
            if (rank.inbox.polls() == WaitingRank.POLLS && !sent[0]) {
                sent[0] = true; // the thread has looked for the last time before it tells the senders that it sleeps
                rank.replies();
            }
            return rank.call.test();
        }, rank.call);
        assertThat(rank.call.test(), is(true));
        assertThat(rank.bell.events, hasItem("waiters 1"));
        assertThat(rank.bell.events, not(hasItem("sleep of WAITER")));
    }

    @Test
    public void aRequestIsLeftToTheCrewWhichItsSenderHasRung() {
        rank.bell.whenItSleeps = rank::replies;
        rank.replies.await(after(3, rank::calls), rank.call);
        assertThat(rank.inbox.hasRequests(), is(true));
        assertThat(rank.bell.events.indexOf("ring 0 crew") < 0, is(true));
    }

    @Test
    public void aRequestForWhichItsSenderHasNotRungIsRungFor() {
        rank.rankBell.attend(); // the sender relies on this thread
        rank.bell.whenItSleeps = rank::replies;
        rank.replies.await(after(3, rank::calls), rank.call);
        assertThat(rank.bell.events, hasItem("ring 0 crew"));
    }

    @Test
    public void theOtherRankIsRungForAgainWhereItsReplyIsLate() {
        rank.replies.await(after(100, rank::replies), rank.call);
        assertThat(rank.bell.events, contains("ring 1 crew")); // after 32 looks; the next would be after 128
    }

    @Test
    public void aPauseEndsWithItsConditionAndGivesFramesToTheCrew() {
        rank.rankBell.attend(); // the sender relies on this thread
        int[] asked = new int[1];
        rank.replies.pollAndSleepUntil(() -> {
            if (++asked[0] == 5) {
                rank.calls();
            }
            return asked[0] > WaitingRank.POLLS + 20;
        });
        assertThat(rank.inbox.hasRequests(), is(true));
        assertThat(rank.bell.events, hasItem("ring 0 crew"));
    }

    @Test
    public void anInterruptIsKeptForTheProgram() {
        rank.bell.whenItSleeps = rank::replies;
        Thread.currentThread().interrupt();
        rank.replies.await(rank.call, rank.call);
        assertThat(Thread.interrupted(), is(true));
    }
}
