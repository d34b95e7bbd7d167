package org.rmi4mpi.transport;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * The protocol by which ranks sleep and are woken. A rank says two things in memory that the others read: how many of
 * its threads take every frame that arrives (its attendants), and how many sleep until a reply or mail arrives (its
 * waiters). A rank that has sent a frame reads the number that matters for its {@link Addressee}, and rings if it has
 * to:
 *
 * <ul>
 * <li>A frame for the crew rings if the receiver has no attendant.
 * <li>A reply rings if the receiver has waiters. One of them sleeps on the bell, and polls for all. If all are parked, a
 * thread of the crew polls for them. A caller that polls is not rung.
 * <li>Mail rings if the receiver has waiters. If it has neither waiters nor an attendant, its task takes the mail in its
 * next receive. So the crew is rung only for mail that has not left at once, and seldom.
 * </ul>
 *
 * <p>The receiver changes its number, then polls once more. The sender sends, then reads the number. Both have a fence
 * between their two steps. So either the receiver finds the frame, or the sender rings. Used by any thread.
 */
public final class RankBell {
    /** Mail rings the crew of a rank at most once in this time. */
    private static final long MAIL_RING_NS = 10_000_000;
    /** An operation that begins needs a poll within this time. */
    private static final long SOON_NS = 1_000_000;
    /** Waiters are counted in two halves of a word: those on the bell, and those that are parked. */
    private static final int ON_BELL = 1;
    private static final int PARKED = 1 << 16;

    private final Bell bell;
    private final int rank;
    private final int size;
    /** When mail last rang each rank's crew; null before the first. A lost update does no harm. */
    private volatile long[] mailRangAt;
    /** Number of times another rank was rung or stirred. */
    private final LongAdder rung = new LongAdder();
    /** Number of resting crew threads that poll in steps, and of those that do so within {@link #SOON_NS}. */
    private final AtomicInteger lookouts = new AtomicInteger();
    private final AtomicInteger quickLookouts = new AtomicInteger();
    /** Whether a lookout has been rung for, and none has come. */
    private volatile boolean lookoutRequested;
    /** Value of the stir counter when it was last checked. */
    private volatile int stirs;
    /** Whether frames come for which no rank may ring. */
    private volatile boolean hasSilentFrames;
    /** The thread that sleeps by {@link #sleepForReply}; null for none. */
    private volatile Thread sleepsForReply;

    /** @param size number of ranks in the job */
    public RankBell(Bell bell, int rank, int size) {
        this.bell = bell;
        this.rank = rank;
        this.size = size;
    }

    // ---- the state of this rank

    /** The current thread takes every frame that arrives, until it calls {@link #leave}. */
    public void attend() {
        bell.countAttendants(1);
    }

    /** The current thread stops attending. It has to poll once more before it sleeps, even if another thread polls. */
    public void leave() {
        bell.countAttendants(-1);
    }

    /** Whether a thread of this rank takes every frame that arrives. */
    public boolean isAttended() {
        return bell.isAttended(rank);
    }

    /**
     * The current thread is about to sleep until its reply or mail arrives. It has to poll once more now, and again
     * when it has ended this.
     *
     * @param onBell whether it sleeps by {@link #sleepForReply}, where senders ring. Otherwise it is parked, until a
     *     thread that polls has taken its reply or mail
     */
    public void beginWaiting(boolean onBell) {
        bell.countWaiters(onBell ? ON_BELL : PARKED);
    }

    public void endWaiting(boolean onBell) {
        bell.countWaiters(onBell ? -ON_BELL : -PARKED);
    }

    // ---- ringing other ranks

    /** Whether a thread of another rank takes every frame that arrives there. True for a rank that cannot be rung. */
    public boolean isAttended(int other) {
        return bell.isAttended(other);
    }

    /**
     * Rings the receiver of a frame if necessary. Called after the send. Allocates no memory of its own.
     *
     * @param isDrained whether all frames have left this rank; otherwise one of its threads has to poll until they have
     */
    public void ringReceiver(int receiver, Addressee addressee, boolean isDrained) {
        VarHandle.fullFence(); // Orders the send before the checks.
        try {
            if (!bell.isNear(receiver)) {
                ringFarAway(receiver, addressee);
            } else {
                ringNearby(receiver, addressee, isDrained);
            }
            if (!isDrained) {
                requestQuickLookout();
            }
        } catch (OutOfMemoryError e) {
            // The frame is on its way, and a sleeping rank polls periodically.
        }
    }

    private void ringNearby(int receiver, Addressee addressee, boolean isDrained) {
        int waiters = addressee == Addressee.CREW ? 0 : bell.waiters(receiver);
        if (waiters % PARKED != 0) {
            bell.ringWaiter(receiver);
            rung.increment();
        } else if (!bell.isAttended(receiver) && (waiters != 0 || needsCrew(receiver, addressee, isDrained))) {
            ring(receiver);
        }
    }

    /**
     * Rings a rank of another node for a frame after a quiet time. That rank then polls in growing steps, and so does a
     * thread that waits for a reply from another node. So a reply rings only if its call has taken long.
     */
    private void ringFarAway(int receiver, Addressee addressee) {
        if (!bell.isAttended(receiver) && (addressee != Addressee.CALLER || !bell.hasHeardFrom(receiver))) {
            ring(receiver);
        }
    }

    /**
     * Whether a frame rings the crew of a rank in which no thread attends, and no thread sleeps until the frame comes.
     */
    private boolean needsCrew(int receiver, Addressee addressee, boolean isDrained) {
        return switch (addressee) {
            case CREW -> true;
            case CALLER -> false;
            case MAILBOX -> !isDrained && takeMailRing(receiver);
        };
    }

    /** Whether a ring for mail is due. Then this one counts as rung. */
    private boolean takeMailRing(int receiver) {
        long now = System.nanoTime();
        long[] rangAt = mailRangAt;
        if (rangAt == null) {
            rangAt = new long[size];
            Arrays.fill(rangAt, now - MAIL_RING_NS);
            mailRangAt = rangAt;
        }
        boolean isDue = now - rangAt[receiver] >= MAIL_RING_NS;
        if (isDue) {
            rangAt[receiver] = now;
        }
        return isDue;
    }

    /** Wakes one thread of another rank's crew. */
    public void ring(int other) {
        bell.ringCrew(other);
        rung.increment();
    }

    /** Number of times this rank rang or stirred another. */
    public long timesRung() {
        return rung.sum();
    }

    // ---- ringing this rank

    /** Wakes one thread of this rank's crew. */
    public void ringCrew() {
        bell.ringCrew(rank);
    }

    /** Wakes the thread of this rank that sleeps on the bell until its reply arrives. */
    public void ringWaiter() {
        bell.ringWaiter(rank);
    }

    /**
     * Wakes a thread of the crew if none polls soon. Called when an operation begins that needs a thread that polls.
     */
    public void requestQuickLookout() {
        if (quickLookouts.get() == 0 && !isAttended()) {
            lookoutRequested = true;
            ringCrew();
        }
    }

    /** Wakes a thread of the crew if none polls. Called by a thread that has polled for such operations. */
    public void requestLookout() {
        if (lookouts.get() == 0 && !isAttended()) {
            lookoutRequested = true;
            ringCrew();
        }
    }

    /** Whether a lookout has been rung for since the last call of this method. Called by a thread that was rung. */
    public boolean takeLookoutRequest() {
        boolean requested = lookoutRequested;
        lookoutRequested = false;
        return requested;
    }

    // ---- stirring ranks that wait for messages

    /** Makes threads of that rank that sleep until a message arrives poll again. Called after a message was sent. */
    public void stir(int receiver) {
        VarHandle.fullFence(); // Orders the send before the check for sleepers.
        if (bell.hasSleepers(receiver)) {
            bell.stir(receiver);
            rung.increment();
        }
    }

    /** Stirs the ranks of this node. */
    public void stirNode() {
        for (int other : bell.near()) {
            stir(other);
        }
    }

    /** Whether a rank is on this node, so that it always rings for a reply that this one sleeps for. */
    public boolean isNear(int other) {
        return bell.isNear(other);
    }

    /** Stirs a rank if it is on this node. */
    public void stirNear(int receiver) {
        if (bell.isNear(receiver)) {
            stir(receiver);
        }
    }

    /** Adds to the number of threads of this rank that sleep until a message arrives. */
    public void countSleepers(int more) {
        bell.countSleepers(more);
    }

    /** Returns whether this rank has been stirred since the last call of this method. */
    public boolean takeStir() {
        int now = bell.stirs();
        boolean isNew = now != stirs;
        stirs = now;
        return isNew;
    }

    // ---- sleeping

    /** The current thread goes on computing after a sleep. */
    public void takeCore() {
        bell.takeCore();
    }

    /** Number of rings for threads of this kind. */
    public int rings(Sleeper sleeper) {
        return bell.rings(sleeper);
    }

    /**
     * Sleeps until a reply arrives or the timeout passes. Returns at once if the bell has rung since {@link #rings}
     * returned the given count.
     */
    public void sleepForReply(int ringsBefore, long nanoseconds) {
        sleepsForReply = Thread.currentThread();
        try {
            bell.sleep(ringsBefore, Sleeper.WAITER, nanoseconds);
        } finally {
            sleepsForReply = null;
        }
    }

    /** Whether a thread waits: for a lock, for another thread, or for a reply. */
    public boolean isWaiting(Thread thread) {
        return thread == sleepsForReply || thread.getState() != Thread.State.RUNNABLE; // A sleep on the bell is a system call.
    }

    /**
     * Rests as a crew thread until work arrives or the timeout passes. Returns at once if the bell has rung since
     * {@link #rings} returned the given count.
     *
     * @param isLookout whether this thread polls after each sleep
     */
    public void rest(int ringsBefore, Sleeper sleeper, boolean isLookout, long nanoseconds) {
        int lookout = isLookout ? 1 : 0;
        int quick = nanoseconds <= SOON_NS ? lookout : 0;
        lookouts.addAndGet(lookout);
        quickLookouts.addAndGet(quick);
        try {
            bell.sleep(ringsBefore, sleeper, nanoseconds);
        } finally {
            lookouts.addAndGet(-lookout);
            quickLookouts.addAndGet(-quick);
        }
    }

    /** Whether every rank can be rung for, and no ring is lost. Otherwise a sleeping rank has to poll periodically. */
    public boolean reachesAll() {
        return bell.reachesAll() && !hasSilentFrames;
    }

    /** From now on frames come for which no rank rings, or whose rings may be lost. */
    public void expectSilentFrames() {
        hasSilentFrames = true;
    }
}
