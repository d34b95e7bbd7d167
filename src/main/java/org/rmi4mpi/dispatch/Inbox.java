package org.rmi4mpi.dispatch;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.Transport;

/**
 * Takes frames off the transport, and gives requests to the threads of the crew. One thread polls at a time, under the
 * poll lock. Used by any thread.
 */
final class Inbox {
    /** How much the operations that ring no thread need a thread that polls. */
    enum Need {
        NONE,
        /** Frames have not left. Most of them leave when their receiver polls, so that this rank need not poll. */
        A_POLL,
        /** A part of a large message, or of another operation, waits for each poll. */
        EACH_POLL
    }

    /** Result of a poll while another thread polls. */
    static final int BUSY = -1;

    /** How many frames a thread takes when it polls once more. The crew takes the frames behind them. */
    private static final int MOST_FRAMES = 64;

    private final Transport transport;
    private final RankBell bell;
    private final PipelinedCalls pipelined;
    private final Backlog backlog;
    private final PieceStreams pieces;
    private final Troubles troubles;
    private final CallerBindings bindings;
    private final RequestQueue requests;
    private final FrameRouter router;
    private final WatchList watched = new WatchList();
    /** Operations that go on when frames of this rank have left. */
    private final WatchList departures = new WatchList();
    private final PollLock lock = new PollLock();
    /** Null in most jobs. */
    private FrameSource source;
    /** Number of polls so far. Written under the poll lock. */
    private final AtomicLong polls = new AtomicLong();

    Inbox(Transport transport, RankBell bell, PendingCalls calls, PipelinedCalls pipelined, Backlog backlog,
            PieceStreams pieces, Troubles troubles, Probe probe) {
        this.transport = transport;
        this.bell = bell;
        this.pipelined = pipelined;
        this.backlog = backlog;
        this.pieces = pieces;
        this.troubles = troubles;
        bindings = new CallerBindings(bell, transport.size());
        requests = new RequestQueue(transport, pipelined, bindings, probe);
        router = new FrameRouter(calls, requests, pipelined, backlog, pieces, bell, troubles, probe);
    }

    void takeMailBy(MailHandler taker) {
        router.takeMailBy(taker);
    }

    /** Takes frames from this source, too. Not every rank rings for them, and a ring may be lost. So a rank that sleeps looks in steps. */
    void takeFramesFrom(FrameSource another) {
        source = another;
        bell.expectSilentFrames();
    }

    void passHeartbeatsTo(IntConsumer taker) {
        router.passHeartbeatsTo(taker);
    }

    // ---- polling

    /** Number of polls so far. */
    long polls() {
        return polls.getOpaque();
    }

    boolean hasRequests() {
        return requests.hasSome();
    }

    /** How much the operations of this rank, apart from requests, need a thread that polls. */
    Need need() {
        if (needsPolling()) {
            return Need.EACH_POLL;
        }
        return departures.isEmpty() && transport.isDrained() ? Need.NONE : Need.A_POLL;
    }

    /** Whether an operation is in progress, apart from requests, that needs a poll for each of its parts. */
    boolean needsPolling() {
        return !watched.isEmpty() || pipelined.holdsSome() || pipelined.owesAcknowledgements() || backlog.isDue()
                || pieces.owesFrames() || transport.needsPolling() || source != null && source.needsPolling();
    }

    /**
     * Polls for a thread that does not wait for a reply. Returns the number of frames found, or {@link #BUSY} if
     * another thread polls.
     */
    int poll() {
        return poll(null);
    }

    /**
     * Polls for the thread that waits for the call.
     *
     * @param call receives its reply even when it holds no place in the table of pending calls; null for none
     * @return the number of frames found, or {@link #BUSY} if another thread polls
     */
    int poll(PendingCall call) {
        if (!lock.tryLock()) {
            return BUSY;
        }
        try {
            router.polling = call;
            return pollLocked();
        } finally {
            router.polling = null;
            lock.unlock();
        }
    }

    private int pollLocked() {
        polls.setOpaque(polls.getPlain() + 1);
        try {
            int found = transport.poll(router);
            if (source != null) {
                found += source.poll(router);
            }
            if (pipelined.owesAcknowledgements()) {
                pipelined.acknowledgeAll();
            }
            if (backlog.isDue()) {
                backlog.sendDue();
            }
            if (pieces.owesFrames()) {
                pieces.payFrames();
            }
            if (!departures.isEmpty()) {
                departures.poll();
            }
            return watched.isEmpty() ? found : found + watched.poll();
        } catch (Throwable e) {
            troubles.report("polling for messages", e, "polling continues");
            return 0;
        }
    }

    /**
     * Takes all frames that have come. Called by a thread that has just told the senders that it stops attending, or
     * begins to sleep. If another thread polls now, waits for that thread, since it may have looked before the last
     * frame came.
     *
     * @param call see {@link #poll(PendingCall)}
     * @return whether a frame has come
     */
    boolean pollOnceMore(PendingCall call) {
        if (!lock.lock()) {
            return false;
        }
        try {
            router.polling = call;
            int frames = 0;
            while (pollLocked() > 0) { // A poll may take one frame only.
                if (++frames == MOST_FRAMES) {
                    bell.ringCrew();
                    break;
                }
            }
            return frames > 0;
        } finally {
            router.polling = null;
            lock.unlock();
        }
    }

    /** The current thread has attended, and stops. Leaves the frames that have come for the crew to the crew. */
    void leave() {
        bell.leave();
        handOver();
    }

    /** The current thread has just stopped attending. Leaves the frames that have come for the crew to the crew. */
    void handOver() {
        try {
            pollOnceMore(null);
        } finally {
            if (requests.hasSome()) {
                bell.ringCrew();
            } else {
                leaveOperations();
            }
        }
    }

    /** The current thread stops polling. Leaves to the crew the operations that go on only while a thread polls. */
    void leaveOperations() {
        if (need() != Need.NONE) {
            bell.requestLookout();
        }
    }

    // ---- frames for the crew

    /**
     * Polls if no frame is queued, and returns the next frame for the thread's runner. Returns null if there is none or
     * another thread polls.
     */
    Frame nextRequest(RequestTaker taker) {
        if (!lock.tryLock()) {
            return null;
        }
        try {
            if (taker.binding().handed() != null) {
                return requests.takeHanded(taker);
            }
            if (requests.isEmpty()) {
                pollLocked();
            }
            return requests.isEmpty() ? null : requests.take(taker);
        } finally {
            lock.unlock();
        }
    }

    /** Works as {@link #nextRequest}, for a thread that cannot run calls: calls stay in the queue. */
    Frame nextButCalls(RequestTaker taker) {
        if (!lock.tryLock()) {
            return null;
        }
        try {
            pollLocked();
            return requests.takeButCalls(taker);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Removes the first call of the queue, so that the crew can refuse it. Returns null if the first frame is not a call.
     * The call counts as begun.
     */
    Frame nextToRefuse() {
        if (!lock.lock()) {
            return null;
        }
        try {
            return requests.takeToRefuse();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the thread's pipelined call. Returns a call that had to wait for this end, or null. */
    Frame nextDelayed(RequestTaker taker) {
        if (!lock.lock()) {
            return null;
        }
        try {
            return requests.takeDelayed(taker);
        } finally {
            lock.unlock();
        }
    }

    /** Lets requests run that are queued behind a call which is now blocked. */
    void releaseHeld(Predicate<Thread> isParked) {
        if (pipelined.holdsSome() && lock.tryLock()) {
            try {
                requests.release(isParked);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Whether a request of another rank is queued and has not begun. */
    boolean holds(int sender, long callId) {
        if (!lock.lock()) {
            return false;
        }
        try {
            return requests.holds(sender, callId);
        } finally {
            lock.unlock();
        }
    }

    /** Whether no request is queued. Returns false if another thread polls. */
    boolean isEmpty() {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            return requests.isEmpty() && !requests.hasHanded() && pipelined.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    // ---- threads bound to calling threads

    /** Binds threads of the crew to calling threads from now on, also those of the calls that run now. */
    void bindCallers() {
        if (lock.lock()) {
            try {
                bindings.begin();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Whether threads of the crew are bound to calling threads. */
    boolean bindsCallers() {
        return bindings.haveBegun();
    }

    /** Binds the current thread, whose method ends, to the caller of that method. */
    void bindToItsCaller(CallerBinding running) {
        if (lock.lock()) {
            try {
                bindings.bindToItsCaller(running);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Returns the request that was handed to a thread, which begins it. Returns null if there is none. */
    Frame nextHanded(RequestTaker owner) {
        if (!lock.lock()) {
            return null;
        }
        try {
            return owner.binding().handed() == null ? null : requests.takeHanded(owner);
        } finally {
            lock.unlock();
        }
    }

    /** Unbinds a thread. A request that was handed to it goes back to the queue. */
    void unbind(RequestTaker owner) {
        if (owner.binding().isBound() && lock.lock()) {
            try {
                requests.unbind(owner);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Unbinds a thread that is idle, so that it goes to rest. Returns false if there is none. */
    boolean unbindIdle() {
        if (!lock.lock()) {
            return false;
        }
        try {
            return bindings.unbindIdle();
        } finally {
            lock.unlock();
        }
    }

    // ---- abandoned calls

    /** Makes the call ignore its reply from now on. Returns the reply if it has arrived already, otherwise null. */
    Frame giveUp(PendingCall call) {
        if (!lock.lock()) {
            return null;
        }
        try {
            return call.abandon() ? null : call.takeOnce();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Makes the call ignore its reply from now on. Returns false if a reply has arrived, or the dispatcher has stopped.
     */
    boolean abandon(PendingCall call) {
        if (!lock.lock()) {
            return false;
        }
        try {
            return call.abandon();
        } finally {
            lock.unlock();
        }
    }

    // ---- watched operations

    /** @param then runs after completion; null for nothing */
    void watch(Completion completion, Runnable then) {
        watched.add(completion, then);
        bell.requestQuickLookout();
    }

    /** Tests the condition at each poll, as {@link #watch} does. It becomes true when frames of this rank have left. */
    void watchDepartures(Completion completion) {
        departures.add(completion, null);
        bell.requestQuickLookout();
    }

    /** Runs the task on a thread without user frames, as soon as such a thread is available. */
    void runElsewhere(Runnable task) {
        watched.run(task);
    }

    // ---- the end

    /** Makes threads give up waiting for the poll lock. */
    void end() {
        lock.end();
    }

    /** Stops polling for good. Returns when the last poll has ended. */
    void close() {
        lock.close();
        transport.close();
        watched.close();
        departures.close();
    }

    /** Tests the watched operations one last time, after MPI_Finalize. */
    void askForTheLastTime() {
        watched.end();
    }
}
