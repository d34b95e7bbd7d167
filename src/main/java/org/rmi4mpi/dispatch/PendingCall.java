package org.rmi4mpi.dispatch;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.TransportException;

/**
 * A thread's place for the calls that it makes, one at a time; or a call that has no place, since no thread need wait for
 * it. The text of the layer above tells which call it is. Ended by whichever thread polls.
 */
public abstract class PendingCall implements Completion {
    private static final AtomicReferenceFieldUpdater<PendingCall, Frame> REPLY =
            AtomicReferenceFieldUpdater.newUpdater(PendingCall.class, Frame.class, "reply");

    /** In the table; negative before it has one. */
    private int place = -1;
    /** Of the call that is pending; its lower half is the place. */
    private long id;
    private int peer;
    /** By System.nanoTime, where there is one. */
    private long deadline;
    private boolean hasDeadline;
    /** By System.nanoTime, where it is counted. */
    private long startedAt;
    /** Whether the rank slept, and was rung for this call. */
    private boolean rung;
    /** How long calls of this place have slept of late. */
    private long usualSleepNs;
    /** By System.nanoTime, while its thread sleeps; of a call without a place, when it was seen first. 0 for neither. */
    private volatile long waitsSince;
    private volatile Frame reply;
    private volatile TransportException failure;
    /** The thread that waits, while it sleeps. */
    private volatile Thread sleeper;
    /** Whether it does so by the bell. */
    private volatile boolean byBell;

    final boolean hasPlace() {
        return place >= 0;
    }

    /** Ids differ from those of the thread that had the place before. */
    final void takePlace(int given) {
        place = given;
        id = System.nanoTime() << 32 & Long.MAX_VALUE;
    }

    /** Differs from that of every other thread of the rank. */
    final int place() {
        return place;
    }

    /** The rank that is being called. */
    public final int peer() {
        return peer;
    }

    final void startedAt(long nanoTime) {
        startedAt = nanoTime;
    }

    final long startedAt() {
        return startedAt;
    }

    final long begin(int calledRank) {
        peer = calledRank;
        if (failure != null) {
            failure = null; // a volatile write takes as long as all else here
        }
        REPLY.lazySet(this, null);
        id = next();
        return id;
    }

    /** Ids that belong to a place are not negative. */
    private long next() {
        return (id & 0x7FFF_FFFF_0000_0000L) + (1L << 32) & Long.MAX_VALUE | place;
    }

    /** Of a call without a place; its id is negative. */
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

    final void sleptFor(long nanoseconds) {
        usualSleepNs += (nanoseconds - usualSleepNs) / 4;
    }

    final long usualSleepNs() {
        return usualSleepNs;
    }

    final void expiresIn(long nanoseconds) {
        hasDeadline = nanoseconds > 0;
        deadline = hasDeadline ? System.nanoTime() + nanoseconds : 0;
    }

    final boolean expires() {
        return hasDeadline;
    }

    /** Until its time is over. */
    final long remainingNs() {
        return hasDeadline ? deadline - System.nanoTime() : Long.MAX_VALUE;
    }

    final boolean isDoneOrExpired() {
        return test() || remainingNs() <= 0;
    }

    /** No reply completes it any more; false where one has, or it has failed. Under the poll lock. */
    final boolean abandon() {
        if (test()) {
            return false;
        }
        id = next();
        return true;
    }

    /** Returns whether the reply is to the call that is pending. */
    final boolean complete(long repliedId, Frame frame) {
        if (repliedId != id || reply != null) {
            return false;
        }
        REPLY.lazySet(this, frame);
        return true;
    }

    /** Wakes the thread where it sleeps: after it was completed by another one. */
    final void wake(RankBell bell) {
        VarHandle.fullFence(); // the reply is there before one looks whether its thread sleeps
        Thread thread = sleeper;
        if (thread != null) {
            LockSupport.unpark(thread);
        } else if (byBell) {
            bell.ringWaiter();
        }
    }

    final void fail(TransportException exception, RankBell bell) {
        failure = exception;
        wake(bell);
    }

    final void waitsSince(long nanoTime) {
        waitsSince = nanoTime;
    }

    final long waitsSince() {
        return waitsSince;
    }

    /** When a call without a place was seen first, by the one thread that looks. */
    final long seenAt(long nanoTime) {
        if (waitsSince == 0) {
            waitsSince = nanoTime;
        }
        return waitsSince;
    }

    final void sleepsByBell(boolean sleeps) {
        byBell = sleeps;
    }

    final void sleeps(Thread thread) {
        sleeper = thread;
    }

    @Override
    public boolean test() {
        return reply != null || failure != null;
    }

    /** The reply, when the call is done; null where it failed. */
    final Frame take() {
        Frame frame = reply;
        id = next(); // a second reply finds none that is pending
        return frame;
    }

    /** The reply, for one of the threads that ask for it; null for all others. */
    public final Frame takeOnce() {
        return REPLY.getAndSet(this, null);
    }

    final TransportException failure() {
        return failure;
    }
}
