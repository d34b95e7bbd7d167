package org.rmi4mpi.dispatch;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.not;

import org.junit.Test;

public class MessageWaitsTest {
    private final WaitingRank rank = new WaitingRank();
    private int asked;

    private boolean isAskedFor(int times) {
        return ++asked >= times;
    }

    @Test
    public void whatIsCompleteSoonTellsNobody() {
        rank.messages.await(() -> isAskedFor(30));
        assertThat(rank.bell.events, empty());
    }

    /** A matched probe takes the message that ends its wait, and another look would find none. */
    @Test
    public void nobodyAsksAgainAfterTheEnd() {
        int most = 3 * WaitingRank.POLLS + 12; // a thread asks three times for each poll, and then sleeps
        for (int end = 1; end <= most; end++) {
            int last = end;
            asked = 0;
            WaitingRank waiting = new WaitingRank();
            waiting.messages.await(() -> {
                asked++;
                assertThat(asked, lessThanOrEqualTo(last));
                return asked == last;
            });
            assertThat(asked, is(last));
        }
    }

    @Test
    public void aThreadThatSleepsIsCountedAndItsRankSaysSo() {
        rank.messages.await(() -> isAskedFor(5 * WaitingRank.POLLS));
        assertThat(rank.bell.events, hasItem("sleepers 1"));
        assertThat("after its last sleep", rank.bell.sleepers, is(0));
    }

    @Test
    public void aThreadThatGoesToSleepStirsRanksWhoseThreadsSleep() {
        rank.bell.otherHasSleepers = true;
        rank.messages.await(() -> isAskedFor(5 * WaitingRank.POLLS));
        assertThat(rank.bell.events, hasItem("stir 1"));
    }

    @Test
    public void aThreadThatIsStirredPollsAgainBeforeItSleeps() {
        int[] pollsAtStir = new int[1];
        rank.messages.await(() -> {
            boolean sleeps = rank.bell.sleepers == 1;
            if (sleeps && pollsAtStir[0] == 0) {
                pollsAtStir[0] = (int) rank.inbox.polls();
                rank.messages.stir();
                rank.bell.events.clear();
            }
            return pollsAtStir[0] > 0 && rank.inbox.polls() - pollsAtStir[0] >= WaitingRank.POLLS / 2;
        });
        assertThat(rank.bell.events, not(hasItem("sleepers 1")));
    }

    @Test
    public void aRequestEndsThePollingAndIsLeftToTheCrew() {
        rank.messages.await(() -> {
            if (++asked == 3) {
                rank.calls();
            }
            return rank.bell.events.contains("sleepers 1") && rank.bell.sleepers == 0;
        });
        assertThat(rank.inbox.hasRequests(), is(true));
        assertThat("whose sender has rung", rank.bell.events, not(hasItem("ring 0 crew")));
        assertThat(rank.inbox.polls(), lessThan((long) WaitingRank.POLLS));
    }

    @Test
    public void whatMovesKeepsAThreadPolling() {
        long[] slow = new long[1];
        rank.messages.await(() -> {
            if (rank.inbox.polls() % 20 == 19) {
                rank.goesOn(5_000); // a look that has moved a part of a message
                slow[0]++;
            }
            return rank.inbox.polls() > 4 * WaitingRank.POLLS;
        });
        assertThat(slow[0], greaterThan(0L));
        assertThat(rank.bell.events, empty());
    }
}
