package org.rmi4mpi.dispatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.transport.Bell;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.TransportException;

/**
 * A thread's place for the calls that it makes, one at a time; the text of the layer above tells which. Waited for by its
 * thread, ended by whichever polls.
 */
public abstract class PendingCall implements Completion {
    private static final VarHandle REPLY;

    static {
        try {
            REPLY = MethodHandles.lookup().findVarHandle(PendingCall.class, "reply", Frame.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** In the table; negative before it has one. */
    private int place = -1;
    /** Of the call that is pending; its lower half is the place. */
    private long id;
    private int peer;
    /** By System.nanoTime, where it is counted. */
    private long startedAt;
    private Frame reply;
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
        id = System.nanoTime() << 32;
    }

    /** Differs from that of every other thread of the rank. */
    final int place() {
        return place;
    }

    /** The rank that is being called. */
    final int peer() {
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
        REPLY.setOpaque(this, (Frame) null);
        id = (id & 0xFFFF_FFFF_0000_0000L) + (1L << 32) | place;
        return id;
    }

    /** Returns whether the reply is to the call that is pending. */
    final boolean complete(long repliedId, Frame frame) {
        if (repliedId != id || REPLY.getOpaque(this) != null) {
            return false;
        }
        REPLY.setRelease(this, frame);
        return true;
    }

    /** Wakes the thread where it sleeps: after it was completed by another one. */
    final void wake(Bell ofRank, int rank) {
        VarHandle.fullFence(); // the reply is there before one looks whether its thread sleeps
        Thread thread = sleeper;
        if (thread != null) {
            LockSupport.unpark(thread);
        } else if (byBell) {
            ofRank.ring(rank, false);
        }
    }

    final void fail(TransportException exception, Bell ofRank, int rank) {
        failure = exception;
        wake(ofRank, rank);
    }

    final void sleepsByBell(boolean sleeps) {
        byBell = sleeps;
    }

    final void sleeps(Thread thread) {
        sleeper = thread;
    }

    @Override
    public final boolean test() {
        return REPLY.getAcquire(this) != null || failure != null;
    }

    /** The reply, when the call is done; null where it failed. */
    final Frame take() {
        Frame frame = (Frame) REPLY.getAcquire(this);
        id += 1L << 32; // a second reply finds none that is pending
        return frame;
    }

    final TransportException failure() {
        return failure;
    }
}
