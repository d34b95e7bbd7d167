package org.rmi4mpi.transport;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import org.junit.Test;

public class RankBellTest {
    private final RecordingBell bell = new RecordingBell();
    private final RankBell rankBell = new RankBell(bell, 0, 2);

    /** The receiver's announcement to the senders, before it polls once more. */
    private enum Announcement {
        STOPS_TO_ATTEND(Addressee.CREW) {
            @Override
            void begin(RankBell bell) {
                bell.attend();
            }

            @Override
            void announce(RankBell bell) {
                bell.leave();
            }
        },
        BEGINS_TO_WAIT(Addressee.CALLER) {
            @Override
            void begin(RankBell bell) {}

            @Override
            void announce(RankBell bell) {
                bell.beginWaiting(true);
            }
        };

        final Addressee addressee;

        Announcement(Addressee addressee) {
            this.addressee = addressee;
        }

        abstract void begin(RankBell bell);

        abstract void announce(RankBell bell);
    }

    /**
     * The sender's two steps, to send and to read the number, come at any place among the three of the receiver: before
     * it tells the senders, between that and its last poll, and after that. The receiver finds the frame, or is rung.
     */
    @Test
    public void aFrameIsFoundOrRungForWheneverItComes() {
        for (Announcement announcement : Announcement.values()) {
            for (int sent = 0; sent < 4; sent++) {
                for (int read = sent; read < 4; read++) {
                    assertThat(announcement + ", sent at " + sent + ", read at " + read,
                            isFoundOrRungFor(announcement, sent, read), is(true));
                }
            }
        }
    }

    private static boolean isFoundOrRungFor(Announcement announcement, int sendsAt, int readsAt) {
        RecordingBell shared = new RecordingBell();
        RankBell receiver = new RankBell(shared, 0, 2);
        RankBell sender = new RankBell(shared, 1, 2);
        boolean[] sent = new boolean[1];
        int[] place = new int[1];
        Runnable senderGoesOn = () -> {
            sent[0] |= place[0] == sendsAt;
            if (place[0] == readsAt) {
                sender.ringReceiver(0, announcement.addressee, true);
            }
            place[0]++;
        };
        announcement.begin(receiver);
        senderGoesOn.run();
        announcement.announce(receiver);
        senderGoesOn.run();
        boolean found = sent[0];
        senderGoesOn.run();
        senderGoesOn.run();
        return found || shared.rings == 1;
    }

    @Test
    public void aRankThatIsAttendedIsNotRungForTheCrew() {
        bell.otherIsAttended = true;
        rankBell.ringReceiver(1, Addressee.CREW, true);
        assertThat(bell.events, empty());
    }

    @Test
    public void aRequestRingsForTheCrewWhereNobodyAttends() {
        bell.otherWaiters = 1;
        rankBell.ringReceiver(1, Addressee.CREW, true);
        assertThat(bell.events, contains("ring 1 crew"));
    }

    @Test
    public void aReplyRingsOnlyForAThreadThatSleeps() {
        rankBell.ringReceiver(1, Addressee.CALLER, true);
        assertThat("the caller polls", bell.events, empty());
        bell.otherWaiters = 1;
        rankBell.ringReceiver(1, Addressee.CALLER, true);
        assertThat(bell.events, contains("ring 1 waiter"));
    }

    @Test
    public void aReplyToAThreadThatIsParkedRingsForTheCrewWhereNobodyLooks() {
        rankBell.beginWaiting(false);
        bell.otherWaiters = bell.waiters;
        bell.events.clear();
        rankBell.ringReceiver(1, Addressee.CALLER, true);
        rankBell.ringReceiver(1, Addressee.MAILBOX, true);
        bell.otherIsAttended = true;
        rankBell.ringReceiver(1, Addressee.CALLER, true);
        assertThat(bell.events, contains("ring 1 crew", "ring 1 crew"));
    }

    @Test
    public void mailRingsForAThreadThatSleeps() {
        rankBell.ringReceiver(1, Addressee.MAILBOX, true);
        assertThat("the task takes it in its next receive", bell.events, empty());
        bell.otherWaiters = 1;
        rankBell.ringReceiver(1, Addressee.MAILBOX, true);
        assertThat(bell.events, contains("ring 1 waiter"));
    }

    @Test
    public void mailThatHasNotLeftRingsForTheCrewButNotEachTime() {
        bell.attendants = 1;
        bell.otherIsAttended = true;
        rankBell.ringReceiver(1, Addressee.MAILBOX, false);
        assertThat("the other rank is attended", bell.events, empty());
        bell.otherIsAttended = false;
        rankBell.ringReceiver(1, Addressee.MAILBOX, false);
        rankBell.ringReceiver(1, Addressee.MAILBOX, false);
        assertThat(bell.events, contains("ring 1 crew"));
    }

    @Test
    public void aFrameThatLeavesLaterNeedsSomeoneWhoPolls() {
        bell.otherIsAttended = true;
        bell.attendants = 1;
        rankBell.ringReceiver(1, Addressee.CREW, false);
        assertThat("while somebody attends", bell.events, empty());
        bell.attendants = 0;
        rankBell.ringReceiver(1, Addressee.CREW, false);
        assertThat(bell.events, contains("ring 0 crew"));
    }

    @Test
    public void nobodyIsWokenToPollWhereALookoutDoes() {
        bell.whenItSleeps = rankBell::requestLookout;
        rankBell.rest(bell.rings, Sleeper.DEPUTY, true, 1_000);
        assertThat(bell.events, contains("sleep of DEPUTY"));
        rankBell.rest(bell.rings, Sleeper.DEPUTY, false, 1_000);
        assertThat(bell.events, contains("sleep of DEPUTY", "sleep of DEPUTY", "ring 0 crew"));
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
        assertThat(rankBell.takeStir(), is(false));
        bell.stirs++;
        assertThat(rankBell.takeStir(), is(true));
        assertThat(rankBell.takeStir(), is(false));
    }
}
