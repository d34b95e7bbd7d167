package org.rmi4mpi.dispatch;

import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.LostRanks;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.TransportException;

/**
 * A pending call. Either it is a thread's slot for its calls, which the thread makes one at a time. Or it has no place
 * in the table, and needs no waiting thread. {@code toString}, implemented by the layer above, names the call. The
 * polling thread completes the call.
 */
public abstract class PendingCall implements Completion {
    private static final AtomicReferenceFieldUpdater<PendingCall, Frame> REPLY =
            AtomicReferenceFieldUpdater.newUpdater(PendingCall.class, Frame.class, "reply");

    /** Index in the table of pending calls; negative until assigned. */
    private int place = -1;
    /** Id of the pending call. Its lower half is the place. */
    private long id;
    private int peer;
    /** In the time of {@link System#nanoTime}, if there is a deadline. */
    private long deadline;
    private boolean hasDeadline;
    /** In the time of {@link System#nanoTime}. */
    private long startedAt;
    /** When the thread's work before this call began, in the time of {@link System#nanoTime}; 0 before the first call. */
    private long workedSince;
    private boolean isInLongWait;
    private long requestBytes;
    /** Where the call is recorded, and the number of the event there; null before the first call. */
    private EventRing ring;
    private long event;
    /** Whether the called rank was asleep and was rung for this call. */
    private boolean rung;
    /** Idle polls that this thread's calls have taken. It rises at once and falls slowly. */
    private int usualPolls;
    /** Moving average of how long this thread's calls have slept. */
    private long usualSleepNs;
    /**
     * While the thread sleeps, the time when it began to wait. For a call without a place, the time when the call was
     * first seen. In the time of {@link System#nanoTime}; 0 if neither applies.
     */
    private volatile long waitsSince;
    /** The thread that sleeps; written before {@link #waitsSince}. */
    private Thread waiter;
    private volatile Frame reply;
    private volatile TransportException failure;
    /** The waiting thread while it is parked. */
    private volatile Thread sleeper;
    /** Whether the waiting thread sleeps on the bell. */
    private volatile boolean byBell;

    final boolean hasPlace() {
        return place >= 0;
    }

    /** Assigns the place. The new ids differ from those of the place's previous owner. */
    final void takePlace(int given) {
        place = given;
        id = System.nanoTime() << 32 & Long.MAX_VALUE;
    }

    /** Unique among the threads of the rank. */
    final int place() {
        return place;
    }

    /** Whether the call is under way, and is one of the program. */
    protected boolean counts() {
        return false;
    }

    /** Number of calls of the program that were made with this object. */
    protected long counted() {
        return 0;
    }

    /** The called method. Its text names it. Any thread may ask. */
    public Object method() {
        return this;
    }

    /** The called rank. */
    public final int peer() {
        return peer;
    }

    protected final void setStart(long time) {
        if (workedSince - startedAt < 0) { // The wait for the call before was short.
            workedSince = startedAt;
        }
        startedAt = time;
    }

    /** When the call began: in the time of {@link System#nanoTime} for one that is awaited, otherwise by {@link Probe#time}. */
    public final long startedAt() {
        return startedAt;
    }

    /** How long the thread worked between its call before and this one, with its wait for that if it was short. */
    final long workNs() {
        return startedAt - workedSince;
    }

    /** Whether the thread has polled in vain for so long that it yields, or sleeps. */
    final boolean isInLongWait() {
        return isInLongWait;
    }

    final void beginLongWait() {
        isInLongWait = true;
    }

    /** @param time in the time of {@link System#nanoTime} */
    final void endLongWait(long time) {
        isInLongWait = false;
        workedSince = time;
    }

    final void setEvent(EventRing in, long number) {
        if (ring != in) { // Storing a reference is costly: avoid storing the same one again.
            ring = in;
        }
        event = number;
    }

    final void endEvent() {
        if (ring != null) {
            ring.end(event);
        }
    }

    protected final void setRequestBytes(long bytes) {
        requestBytes = bytes;
    }

    /** Bytes of the request with its arrays. Known when the call ends. */
    public final long requestBytes() {
        return requestBytes;
    }

    final long begin(int calledRank) {
        peer = calledRank;
        if (failure != null) {
            failure = null; // A volatile write costs as much as everything else here.
        }
        REPLY.lazySet(this, null);
        id = next();
        return id;
    }

    /** An id with a place is never negative. */
    private long next() {
        return (id & 0x7FFF_FFFF_0000_0000L) + (1L << 32) & Long.MAX_VALUE | place;
    }

    /** Begins a call without a place. Its id is negative. */
    protected final void begin(long given, int calledRank) {
        id = given;
        peer = calledRank;
    }

    public final long id() {
        return id;
    }

    final void rung(boolean isRung) {
        rung = isRung;
    }

    final boolean isRung() {
        return rung;
    }

    final void addPolls(int idlePolls) {
        usualPolls = Math.max(idlePolls, usualPolls - usualPolls / 8);
    }

    final int usualPolls() {
        return usualPolls;
    }

    final void addSleep(long nanoseconds) {
        usualSleepNs += (nanoseconds - usualSleepNs) / 4;
    }

    final long usualSleepNs() {
        return usualSleepNs;
    }

    final void setTimeout(long nanoseconds) {
        hasDeadline = nanoseconds > 0;
        deadline = hasDeadline ? System.nanoTime() + nanoseconds : 0;
    }

    /** Time left until the deadline. */
    final long remainingNs() {
        return hasDeadline ? deadline - System.nanoTime() : Long.MAX_VALUE;
    }

    final boolean isDoneOrExpired() {
        return test() || remainingNs() <= 0;
    }

    /**
     * Makes the call ignore its reply from now on. Returns false if the call has completed or failed. Requires the poll
     * lock.
     */
    final boolean abandon() {
        if (test()) {
            return false;
        }
        id = next();
        return true;
    }

    /** Stores the reply. Returns false if the id is not that of the pending call. */
    final boolean complete(long repliedId, Frame frame) {
        if (repliedId != id || reply != null) {
            return false;
        }
        REPLY.lazySet(this, frame);
        return true;
    }

    /** Wakes the waiting thread if it sleeps. Called after another thread has completed the call. */
    final void wake(RankBell bell) {
        VarHandle.fullFence(); // Orders the reply before the check for a sleeping thread.
        try {
            Thread thread = sleeper;
            if (thread != null) {
                LockSupport.unpark(thread);
            } else if (byBell) {
                bell.ringWaiter();
            }
        } catch (OutOfMemoryError e) {
            // The reply is in place, and the waiting thread wakes periodically to check.
        }
    }

    final void fail(TransportException exception, RankBell bell) {
        failure = exception;
        wake(bell);
    }

    /** The current thread begins to sleep, after it began to wait at the given time. */
    final void beginSleeping(long nanoTime) {
        waiter = Thread.currentThread();
        waitsSince = nanoTime;
    }

    final void endSleeping() {
        waitsSince = 0;
        waiter = null;
    }

    /** The thread that sleeps; null if none does. */
    final Thread waiter() {
        return waiter;
    }

    final long waitsSince() {
        return waitsSince;
    }

    /** Returns when the call was first seen, and records it on the first call. Used by the checking thread only. */
    final long seenAt(long nanoTime) {
        if (waitsSince == 0) {
            waitsSince = nanoTime;
        }
        return waitsSince;
    }

    final void setSleepsByBell(boolean sleeps) {
        byBell = sleeps;
    }

    final void setSleeper(Thread thread) {
        sleeper = thread;
    }

    /** Names the reply, for a report of waits. The id of the call tells it from others of the same method. */
    @Override
    public Awaited awaited() {
        return new Awaited(Awaited.Event.REPLY, toString(), "", List.of(Job.worldRank(peer)), "call " + id);
    }

    @Override
    public boolean test() {
        return reply != null || failure != null || LostRanks.ARE_SURVIVED && isToLost();
    }

    /** Whether the called rank is lost. */
    final boolean isToLost() {
        return LostRanks.isLost(peer);
    }

    /** The reply after completion; null if the call failed. */
    final Frame take() {
        Frame frame = reply;
        id = next(); // A second reply then matches no pending call.
        return frame;
    }

    /** Returns the reply to one of several competing threads, and null to the others. */
    public final Frame takeOnce() {
        return REPLY.getAndSet(this, null);
    }

    final TransportException failure() {
        return failure;
    }
}
