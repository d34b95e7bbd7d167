package org.rmi4mpi.transport;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/**
 * The protocol by which a rank sleeps and is woken. When no thread of a rank polls, the rank sets its asleep flag, then
 * polls once more. A rank that has sent a frame then reads that flag, and rings if it is set. Both sides have a fence
 * between their two steps. So either the receiver sees the frame, or the sender sees the flag. Used by any thread.
 *
 * <p>A thread that begins to poll for a while clears its rank's flag, but does not set it when it stops. In a short
 * call this would cost as much as everything else. Instead a resting crew thread soon checks whether anyone still
 * polls.
 */
public final class RankBell {
    /** Interval at which a resting crew thread checks on threads that poll. */
    public static final long TICK_NS = 2_000_000;

    private final Bell bell;
    private final int rank;
    private final int size;
    /** Number of times another rank was rung or stirred. */
    private final LongAdder rung = new LongAdder();
    /** Whether this rank's asleep flag is set. Changed under the poll lock. */
    private volatile boolean asleep;
    /** Number of resting crew threads that check within {@link #TICK_NS}. */
    private final AtomicInteger tickers = new AtomicInteger();
    /** Value of the stir counter when it was last checked. */
    private volatile int stirs;

    /** @param size number of ranks in the job */
    public RankBell(Bell bell, int rank, int size) {
        this.bell = bell;
        this.rank = rank;
        this.size = size;
    }

    // ---- the state of this rank

    public boolean isAsleep() {
        return asleep;
    }

    /**
     * Marks this rank as asleep, unless one more poll finds something. Requires the poll lock.
     *
     * @param finds polls once and returns whether it found anything
     * @return false if the poll found something
     */
    public boolean fallAsleep(BooleanSupplier finds) {
        setAsleep(true);
        if (finds.getAsBoolean()) {
            setAsleep(false);
            return false;
        }
        return true;
    }

    /** Marks this rank as awake, for a thread that will say when it stops polling. Requires the poll lock. */
    public void wakeUp() {
        if (asleep) {
            setAsleep(false);
        }
    }

    /**
     * Marks this rank as awake, for a thread that polls only for a while. Makes sure that a crew thread checks on it.
     * Requires the poll lock.
     */
    public void wakeUpForAWhile() {
        if (asleep) {
            setAsleep(false);
            if (tickers.get() == 0) {
                ringCrew();
            }
        }
    }

    private void setAsleep(boolean sleeps) {
        asleep = sleeps;
        bell.setAsleep(sleeps);
    }

    // ---- ringing other ranks

    /** Whether another rank is asleep. */
    public boolean isAsleep(int other) {
        return bell.isAsleep(other);
    }

    /**
     * Rings the receiver of a frame if necessary. Called after the send. Allocates no memory of its own.
     *
     * @param isRequest whether the frame is for the receiver's crew
     * @param isDrained whether all frames have left this rank; otherwise one of its threads has to poll until they have
     */
    public void sent(int receiver, boolean isRequest, boolean isDrained) {
        VarHandle.fullFence(); // Orders the send before the check of the flag.
        try {
            if (bell.isAsleep(receiver)) {
                ring(receiver, isRequest);
            }
            if (!isDrained && asleep) {
                ringCrew();
            }
        } catch (OutOfMemoryError e) {
            // The frame is on its way, and a sleeping rank polls periodically.
        }
    }

    /** @param isRequest whether the frame is for the receiver's crew */
    public void ring(int receiver, boolean isRequest) {
        bell.ring(receiver, isRequest);
        rung.increment();
    }

    /** Number of times this rank rang or stirred another. */
    public long timesRung() {
        return rung.sum();
    }

    /** Wakes one thread of this rank's crew. */
    public void ringCrew() {
        bell.ringClean();
    }

    /** Wakes the thread of this rank that sleeps on the bell until its reply arrives. */
    public void ringWaiter() {
        bell.ring(rank, false);
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

    public void stirAll() {
        for (int other = 0; other < size; other++) {
            stir(other);
        }
    }

    /** Adds to the number of threads of this rank that sleep until a message arrives. */
    public void countSleepers(int more) {
        bell.countSleepers(more);
    }

    /** Whether this rank has been stirred since the last call of this method. */
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

    /**
     * Sleeps until a reply arrives or the timeout passes. Returns at once if the bell has rung since {@link #rings}
     * returned the given count.
     */
    public void sleepForReply(int ringsBefore, long nanoseconds) {
        bell.sleep(ringsBefore, false, nanoseconds);
    }

    /**
     * Rests as a crew thread until work arrives or the timeout passes. Returns at once if the bell has rung since
     * {@link #rings} returned the given count.
     */
    public void rest(int ringsBefore, long nanoseconds) {
        int ticker = nanoseconds <= TICK_NS ? 1 : 0;
        tickers.addAndGet(ticker);
        bell.sleep(ringsBefore, true, nanoseconds);
        tickers.addAndGet(-ticker);
    }

    /** Whether every rank can be rung for. Otherwise a sleeping rank has to poll periodically. */
    public boolean reachesAll() {
        return bell.reachesAll();
    }
}
