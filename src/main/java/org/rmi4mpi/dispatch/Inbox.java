package org.rmi4mpi.dispatch;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameHandler;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.MailFrame;
import org.rmi4mpi.wire.MemoryFrame;
import org.rmi4mpi.wire.RequestFrame;

/**
 * Takes frames off the transport: gives each reply to the call that waits for it, and keeps requests until the crew takes
 * them. One thread at a time does so, under the poll lock. Used by any thread.
 */
final class Inbox {
    /** Another thread polls. */
    static final int BUSY = -1;

    private final Transport transport;
    private final RankBell bell;
    private final Lead lead;
    private final PendingCalls calls;
    private final PipelinedCalls pipelined;
    private final Troubles troubles;
    private final Probe probe;
    private final RequestQueue requests;
    private final WatchList watched = new WatchList();
    private final FrameHandler handler = this::accept;
    private final BooleanSupplier oneMoreLook = this::findsSome;
    private final PollLock lock = new PollLock();
    /** Null where no facade takes mail. */
    private volatile MailHandler mail;
    /** How often frames were looked for; written under the poll lock. */
    private final AtomicLong polls = new AtomicLong();
    /** The call of the thread that polls; under the poll lock. */
    private PendingCall polling;

    Inbox(Transport transport, RankBell bell, Lead lead, PendingCalls calls, PipelinedCalls pipelined,
            Troubles troubles, Probe probe) {
        this.transport = transport;
        this.bell = bell;
        this.lead = lead;
        this.calls = calls;
        this.pipelined = pipelined;
        this.troubles = troubles;
        this.probe = probe;
        requests = new RequestQueue(transport, pipelined, probe);
    }

    void takeMailBy(MailHandler taker) {
        mail = taker;
    }

    // ---- polling

    /** How often frames have been looked for. */
    long polls() {
        return polls.getOpaque();
    }

    boolean hasRequests() {
        return requests.hasSome();
    }

    /** Whether something is under way, beside requests, that ends only when someone polls. */
    boolean needsPolling() {
        return !watched.isEmpty() || pipelined.holdsSome() || pipelined.owes() || transport.needsPolling();
    }

    /** For a thread that waits for something else. Returns how many frames were found; {@link #BUSY} where another polls. */
    int poll() {
        return poll(null);
    }

    /** For the thread of a call, whose reply it takes even where that has no place in the table; null for none. */
    int poll(PendingCall call) {
        if (!lock.tryLock()) {
            return BUSY;
        }
        try {
            polling = call;
            bell.wakeUpForAWhile();
            return pollLocked();
        } finally {
            polling = null;
            lock.unlock();
        }
    }

    private int pollLocked() {
        polls.setOpaque(polls.getPlain() + 1);
        try {
            int found = transport.poll(handler);
            if (pipelined.owes()) {
                pipelined.tellAll();
            }
            return watched.isEmpty() ? found : found + watched.poll();
        } catch (Throwable e) {
            troubles.tell("messages", e, "they are looked for again");
            return 0;
        }
    }

    /** Says that nobody polls any more, unless there is something; then returns false. */
    boolean fallAsleep() {
        if (!lock.tryLock()) {
            return true; // another one polls
        }
        try {
            return requests.isEmpty() && bell.fallAsleep(oneMoreLook);
        } finally {
            lock.unlock();
        }
    }

    /** This thread polls no more; somebody else does, or is woken by what comes. */
    void leave() {
        if (!bell.isAsleep() && lead.isFree() && !fallAsleep()) {
            bell.ringCrew();
        }
    }

    private boolean findsSome() {
        return pollLocked() != 0 || !requests.isEmpty();
    }

    // ---- what the crew takes

    /** The next frame for the thread's runner; null where there is none, or another thread polls. */
    Frame nextRequest(CrewThread taker) {
        if (!lock.tryLock()) {
            return null;
        }
        try {
            bell.wakeUp();
            if (requests.isEmpty()) {
                pollLocked();
            }
            return requests.isEmpty() ? null : requests.take(taker);
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #nextRequest}, for a thread that cannot run a call: those stay where they are. */
    Frame nextButCalls(CrewThread taker) {
        if (!lock.tryLock()) {
            return null;
        }
        try {
            bell.wakeUp();
            pollLocked();
            return requests.takeButCalls(taker);
        } finally {
            lock.unlock();
        }
    }

    /** The first call that waits; null where none does. It counts as begun. */
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

    /** The thread has ended a call that others may come after; returns one that has been waiting for that. */
    Frame nextDelayed(CrewThread taker) {
        if (!lock.lock()) {
            return null;
        }
        try {
            return requests.takeDelayed(taker);
        } finally {
            lock.unlock();
        }
    }

    /** Requests that wait for the end of one before them may be run where that waits for something. */
    void releaseHeld() {
        if (pipelined.holdsSome() && lock.tryLock()) {
            try {
                requests.release();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Whether a request of another rank has not begun yet, but waits for others. */
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

    /** Whether no request waits for anything; false where another thread polls. */
    boolean isEmpty() {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            return requests.isEmpty() && pipelined.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    // ---- what arrives

    private void accept(Frame frame) {
        int length = frame.bytes().remaining();
        probe.received(length);
        if (!FrameHeader.isWhole(frame.bytes())) {
            troubles.drop(frame, "is no frame of version " + FrameHeader.VERSION);
            return;
        }
        byte kind = FrameHeader.kind(frame.bytes());
        if ((kind == FrameKind.REFUSED || kind == FrameKind.NO_MEMORY) && length < MemoryFrame.LENGTH) {
            troubles.drop(frame, "is shorter than what tells of memory");
            return;
        }
        if (kind == FrameKind.REFUSED && MemoryFrame.refusedKind(frame.bytes()) == FrameKind.MAIL) {
            kind = FrameKind.MAIL;
        }
        switch (kind) {
            case FrameKind.RESULT, FrameKind.EXCEPTION, FrameKind.NO_OBJECT, FrameKind.NO_METHOD,
                    FrameKind.NO_MEMORY ->
                acceptReply(frame);
            case FrameKind.REQUEST, FrameKind.ONE_WAY, FrameKind.ASYNC -> acceptRequest(frame);
            case FrameKind.FLUSH, FrameKind.CANCEL, FrameKind.REFUSED -> requests.add(frame);
            case FrameKind.ACKNOWLEDGEMENT -> {
                pipelined.acknowledged(frame);
                frame.release();
            }
            case FrameKind.MAIL -> acceptMail(frame);
            case FrameKind.LARGE -> troubles.drop(frame, "announces a large frame, of no length that one has");
            default -> troubles.drop(frame, "is of unknown kind " + kind);
        }
    }

    private void acceptMail(Frame frame) {
        MailHandler taker = mail;
        if (taker == null || frame.bytes().remaining() < MailFrame.HEADER) {
            troubles.drop(frame,
                    taker == null ? "is mail, and no tasks are here" : "is shorter than the header of mail");
        } else {
            taker.accept(frame);
        }
    }

    private void acceptRequest(Frame request) {
        if (request.bytes().remaining() < RequestFrame.HEADER) {
            troubles.drop(request, "is shorter than a request's header");
        } else {
            requests.add(request);
        }
    }

    private void acceptReply(Frame reply) {
        long id = FrameHeader.callId(reply.bytes());
        PendingCall call = id < 0 ? polling : calls.find(id);
        if (call == null || !call.complete(id, reply)) {
            requests.add(reply); // no thread waits for it
        } else if (call != polling) {
            wake(call);
        }
    }

    void wake(PendingCall call) {
        try {
            call.wake(bell);
        } catch (OutOfMemoryError e) {
            // its thread has its reply, and looks for itself from time to time
        }
    }

    // ---- calls that are given up

    /** No reply completes the call any more; returns the one that has, or null. */
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

    /** No reply completes the call any more. False where one has, or where the dispatcher has stopped. */
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

    // ---- what is watched

    /** @param then null where nothing is to be done */
    void watch(Completion completion, Runnable then) {
        watched.add(completion, then);
        if (bell.isAsleep()) {
            bell.ringCrew();
        }
    }

    /** Runs something on a thread without user frames beneath, when there is one for it. */
    void runElsewhere(Runnable task) {
        watched.run(task);
    }

    // ---- the end

    /** Threads that wait for the poll lock give that up. */
    void end() {
        lock.end();
    }

    /** Takes nothing any more; returns when the last poll has ended. */
    void close() {
        lock.close();
        transport.close();
        watched.close();
    }

    /** MPI has been finalised: what is watched is asked for the last time. */
    void askForTheLastTime() {
        watched.end();
    }
}
