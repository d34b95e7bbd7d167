package org.rmi4mpi.transport;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import org.junit.Test;

public class RankBellTest {
    private final RecordingBell bell = new RecordingBell();
    private final RankBell rankBell = new RankBell(bell, 0, 2);

    /**
     * The sender's two steps, to send and to look at the word, come at any place among the three of the rank that falls
     * asleep: before it says so, between that and its last look, and after that. It finds the frame, or is rung for.
     */
    @Test
    public void aFrameIsFoundOrRungForWheneverItComes() {
        for (int sent = 0; sent < 4; sent++) {
            for (int looked = sent; looked < 4; looked++) {
                assertThat("sent at " + sent + ", looked at " + looked, isFoundOrRungFor(sent, looked), is(true));
            }
        }
    }

    private static boolean isFoundOrRungFor(int sendsAt, int looksAt) {
        RecordingBell shared = new RecordingBell();
        RankBell sleeper = new RankBell(shared, 0, 2);
        RankBell sender = new RankBell(shared, 1, 2);
        boolean[] sent = new boolean[1];
        boolean[] found = new boolean[1];
        int[] place = new int[1];
        Runnable senderGoesOn = () -> {
            sent[0] |= place[0] == sendsAt;
            if (place[0] == looksAt) {
                sender.sent(0, true, true);
            }
            place[0]++;
        };
        senderGoesOn.run();
        boolean isAsleep = sleeper.fallAsleep(() -> {
            senderGoesOn.run();
            found[0] = sent[0];
            senderGoesOn.run();
            return found[0];
        });
        senderGoesOn.run();
        assertThat(isAsleep, is(!found[0]));
        assertThat("what it says in the end", shared.asleep, is(isAsleep));
        return found[0] || shared.rings == 1;
    }

    @Test
    public void aRankThatIsAwakeIsNotRung() {
        rankBell.sent(1, true, true);
        assertThat(bell.events, empty());
    }

    @Test
    public void aReplyRingsForTheThreadThatWaits() {
        bell.otherIsAsleep = true;
        rankBell.sent(1, false, true);
        assertThat(bell.events, contains("ring 1 waiter"));
    }

    @Test
    public void aFrameThatLeavesLaterNeedsSomeoneWhoPolls() {
        rankBell.sent(1, true, false);
        assertThat("while somebody polls", bell.events, empty());
        rankBell.fallAsleep(() -> false);
        rankBell.sent(1, true, false);
        assertThat(bell.events, contains("asleep", "ring 0 crew"));
    }

    @Test
    public void aThreadThatPollsForAWhileIsLookedAfter() {
        rankBell.fallAsleep(() -> false);
        rankBell.wakeUpForAWhile();
        rankBell.wakeUpForAWhile();
        assertThat(bell.events, contains("asleep", "awake", "ring 0 crew"));
    }

    @Test
    public void nobodyIsWokenToLookAfterItWhereOneLooksSoon() {
        rankBell.fallAsleep(() -> false);
        bell.whenItSleeps = rankBell::wakeUpForAWhile;
        rankBell.rest(bell.rings, RankBell.TICK_NS);
        assertThat(bell.events, contains("asleep", "sleep of crew", "awake"));
    }

    @Test
    public void aMessageStirsOnlyARankThatHasSleepers() {
        rankBell.stir(1);
        assertThat(bell.events, empty());
        bell.otherHasSleepers = true;
        rankBell.stir(1);
        assertThat(bell.events, contains("stir 1"));
        assertThat(rankBell.timesRung(), is(1L));
    }

    @Test
    public void aStirIsSeenOnce() {
        assertThat(rankBell.wasStirred(), is(false));
        bell.stirs++;
        assertThat(rankBell.wasStirred(), is(true));
        assertThat(rankBell.wasStirred(), is(false));
    }
}
