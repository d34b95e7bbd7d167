package org.rmi4mpi.transport;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/**
 * When a rank sleeps, and who rings. A rank of which nobody polls says that it sleeps, and looks for frames once more. A rank
 * that has sent a frame looks at that word afterwards, and rings. There is a fence between the two halves at either side, so
 * that one of them sees the other: the frame, or the word. Used by any thread.
 *
 * <p>A thread that polls for a while says that its rank is awake, but not that it polls no more: in a call that is short this
 * would take as long as all else. One of the crew that rests looks soon whether somebody still polls.
 */
public final class RankBell {
    /** Between two looks of a thread of the crew that rests, while others poll. */
    public static final long TICK_NS = 2_000_000;

    private final Bell bell;
    private final int rank;
    private final int size;
    /** How often another rank was rung or stirred. */
    private final LongAdder rung = new LongAdder();
    /** Whether this rank has said that it sleeps; changed under the poll lock. */
    private volatile boolean asleep;
    /** Threads that rest and look soon. */
    private final AtomicInteger tickers = new AtomicInteger();
    /** How often the bell had been stirred when that was looked at last. */
    private volatile int stirs;

    /** @param size of the job */
    public RankBell(Bell bell, int rank, int size) {
        this.bell = bell;
        this.rank = rank;
        this.size = size;
    }

    // ---- this rank sleeps, and is awake

    public boolean isAsleep() {
        return asleep;
    }

    /**
     * Says that nobody polls any more, unless one more look finds something. Under the poll lock.
     *
     * @param finds looks for frames
     * @return false where it has found some
     */
    public boolean fallAsleep(BooleanSupplier finds) {
        say(true);
        if (finds.getAsBoolean()) {
            say(false);
            return false;
        }
        return true;
    }

    /** A thread polls from now on that says when it stops. Under the poll lock. */
    public void wakeUp() {
        if (asleep) {
            say(false);
        }
    }

    /** A thread polls that will not do so for ever: one of the crew looks after it from time to time. Under the poll lock. */
    public void wakeUpForAWhile() {
        if (asleep) {
            say(false);
            if (tickers.get() == 0) {
                ringCrew();
            }
        }
    }

    private void say(boolean sleeps) {
        asleep = sleeps;
        bell.setAsleep(sleeps);
    }

    // ---- others are rung

    /** Whether another rank has said that it sleeps. */
    public boolean isAsleep(int other) {
        return bell.isAsleep(other);
    }

    /**
     * A frame has been sent. Takes no memory of its own.
     *
     * @param isRequest whether the crew takes it
     * @param isDrained whether all has left this rank; what leaves later needs a thread of this rank that polls
     */
    public void sent(int receiver, boolean isRequest, boolean isDrained) {
        VarHandle.fullFence(); // see above
        try {
            if (bell.isAsleep(receiver)) {
                ring(receiver, isRequest);
            }
            if (!isDrained && asleep) {
                ringCrew();
            }
        } catch (OutOfMemoryError e) {
            // the frame is on its way; a rank that sleeps looks for itself from time to time
        }
    }

    /** @param isRequest whether the crew takes what has been sent */
    public void ring(int receiver, boolean isRequest) {
        bell.ring(receiver, isRequest);
        rung.increment();
    }

    /** How often this rank has rung or stirred another one. */
    public long timesRung() {
        return rung.sum();
    }

    /** Wakes one thread of this rank's crew. */
    public void ringCrew() {
        bell.ringClean();
    }

    /** Wakes the thread of this rank that sleeps by the bell until its reply comes. */
    public void ringWaiter() {
        bell.ring(rank, false);
    }

    // ---- messages

    /** A message has been sent: threads of that rank that sleep until one comes look again. */
    public void stir(int receiver) {
        VarHandle.fullFence(); // as for a frame; the word is that of countSleepers
        if (bell.hasSleepers(receiver)) {
            bell.stir(receiver);
            rung.increment();
        }
    }

    public void stirAll() {
        for (int other = 0; other < size; other++) {
            stir(other);
        }
    }

    /** Counts threads of this rank that sleep until a message comes. */
    public void countSleepers(int more) {
        bell.countSleepers(more);
    }

    /** Whether this rank has been stirred since this was asked last. */
    public boolean wasStirred() {
        int now = bell.stirs();
        boolean isNew = now != stirs;
        stirs = now;
        return isNew;
    }

    // ---- sleeping

    public int rings() {
        return bell.rings();
    }

    /** Until a reply comes, or somebody has rung since so many rings. */
    public void sleepForReply(int ringsBefore, long nanoseconds) {
        bell.sleep(ringsBefore, false, nanoseconds);
    }

    /** A thread of the crew rests until there is something for it, or somebody has rung since so many rings. */
    public void rest(int ringsBefore, long nanoseconds) {
        int ticker = nanoseconds <= TICK_NS ? 1 : 0;
        tickers.addAndGet(ticker);
        bell.sleep(ringsBefore, true, nanoseconds);
        tickers.addAndGet(-ticker);
    }

    /** Whether all ranks ring; where not, arrivals have to be looked for from time to time. */
    public boolean reachesAll() {
        return bell.reachesAll();
    }
}
