package org.rmi4mpi.dispatch;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.bridge.HeapArrays;
import org.rmi4mpi.bridge.LostRanks;
import org.rmi4mpi.bridge.MessageProbe;
import org.rmi4mpi.bridge.Progress;
import org.rmi4mpi.bridge.Stack;
import org.rmi4mpi.dispatch.Counters.Count;
import org.rmi4mpi.transport.Addressee;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.LostRankException;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.CountFrame;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;

/**
 * Sends this rank's calls and mail, waits for replies and messages, and runs the calls of other ranks on its {@link
 * Crew}. Used by any thread.
 */
public final class Dispatcher implements Progress {
    /** The longest request, in bytes, whose send is so short that its call may count as begun after it. */
    private static final int SHORT = 4096;
    /** The number of a frame that the flow-control window does not hold back. */
    private static final long NEEDS_NO_ROOM = 0;

    private final Transport transport;
    private final Probe probe;
    private final RecentEvents recent;
    private final Troubles troubles;
    private final RankBell bell;
    private final PendingCalls calls = new PendingCalls();
    private final PipelinedCalls pipelined;
    private final RoomWaits roomWaits = new RoomWaits();
    private final Waits waits;
    private final Backlog backlog;
    private final PieceStreams pieces;
    private final Inbox inbox;
    private final ReplyWaits replies;
    private final MessageWaits messages;
    private final Crew crew;
    private final Watchdogs watchdogs;
    private final Quiescence quiescence;
    private final Losses losses;
    /** Null when no facade handles mail. */
    private volatile MailHandler mail;
    private volatile boolean stopped;

    /**
     * @param runners creates the runner of each crew thread
     * @param probe receives the events of this rank
     */
    public Dispatcher(Transport transport, Supplier<CallRunner> runners, WaitPolicy policy, Probe probe) {
        this.transport = transport;
        this.probe = probe;
        recent = new RecentEvents(probe);
        waits = new Waits(probe);
        troubles = new Troubles(transport.rank());
        bell = transport.bell();
        pipelined = new PipelinedCalls(transport, bell, System::nanoTime);
        Lead lead = new Lead(bell);
        BacklogHeap heap = new BacklogHeap(transport.rank());
        backlog = new Backlog(transport, pipelined, heap, roomWaits, this::sendAndRing);
        pieces = new PieceStreams(transport, this::sendAndRing, this::awaitPieceOfRequest, this::awaitPiece, heap,
                roomWaits);
        inbox = new Inbox(transport, bell, calls, pipelined, backlog, pieces, troubles, probe);
        Cores cores = new Cores(policy.sharesCores(), recent::readClock);
        replies = new ReplyWaits(inbox, lead, bell, cores, policy, recent::readClock, waits, probe);
        messages = new MessageWaits(inbox, lead, bell, cores, policy, recent::readClock, waits, probe);
        crew = new Crew(transport.rank(), inbox, bell, lead, cores, policy, runners, messages::stir, troubles, probe,
                recent::readClock);
        watchdogs = new Watchdogs(transport, inbox, calls, roomWaits, waits, troubles);
        losses = new Losses(inbox, calls, pieces, backlog, pipelined, bell, troubles);
        quiescence = new Quiescence(this, transport, pipelined, inbox, crew);
    }

    public void start() {
        crew.start();
        watchdogs.start();
        losses.start();
    }

    /**
     * Runs the calls of each calling thread on one thread, as long as that is free. Begins with the calls that run now. Any
     * thread.
     */
    public void bindCallers() {
        inbox.bindCallers();
    }

    /** The threads that watch over the calls of this rank. Set them up before {@link #start}. */
    public Watchdogs watchdogs() {
        return watchdogs;
    }

    /** The ranks that the job has lost. */
    public Losses losses() {
        return losses;
    }

    /** Receives the events of this rank. */
    public Probe probe() {
        return probe;
    }

    /** The last events of this rank. */
    public RecentEvents recent() {
        return recent;
    }

    /** Waits until no call from this rank or to it is under way. */
    public Quiescence quiescence() {
        return quiescence;
    }

    // ---- calls of this rank

    /**
     * Checks, before a call begins, that the thread has enough stack to complete the call.
     *
     * @throws StackOverflowError if the stack is too small; nothing has been sent
     */
    public static void requireStack() {
        Stack.require();
    }

    /**
     * Sends a request. {@link #await(PendingCall, long, boolean)} returns its reply.
     *
     * @throws TransportException if the rank cannot be reached, or this rank's dispatcher has stopped
     */
    public void send(int rank, Frame request, PendingCall call) {
        transmit(rank, request, call, call.begin(rank));
    }

    /**
     * Works as {@link #send(int, Frame, PendingCall)}, for the first piece of a request.
     *
     * @return sends the other pieces
     */
    public OutgoingPieces sendFirst(int rank, Frame request, PendingCall call) {
        OutgoingPieces rest = pieces.begin(rank, call.begin(rank), false);
        boolean done = false;
        try {
            transmit(rank, request, call, rest.callId());
            bell.ringReceiver(rank, Addressee.CREW, transport.isDrained()); // This thread does not await a reply yet.
            done = true;
            return rest;
        } finally {
            if (!done) {
                pieces.remove(rest);
            }
        }
    }

    private void transmit(int rank, Frame request, PendingCall call, long callId) {
        FrameHeader.putCallId(request.bytes(), callId);
        checkRunning(rank);
        requireAlive(rank);
        probe.count(Count.BYTES_SENT, request.bytes().position());
        boolean isLong = request.bytes().position() > SHORT;
        if (isLong) {
            call.setStart(recent.readClock());
        }
        if (CrewThread.hasUnsentRequests()) {
            backlog.add(rank, request, NEEDS_NO_ROOM, CrewThread.unsentRequests());
        } else {
            transport.send(rank, request);
        }
        if (!isLong) {
            call.setStart(recent.readClock()); // Now, while the request is on its way.
        }
        probe.callBegins(call);
        recent.callBegins(call);
    }

    /** Whether the current thread is one of the dispatcher, which runs methods and what depends on futures. */
    public static boolean runsCurrentThread() {
        return Thread.currentThread() instanceof CrewThread || WatchList.runsCurrentThread();
    }

    /** Whether a thread waits for a call that counts: see {@link PendingCall#counts}. */
    public boolean hasPendingCalls() {
        boolean[] found = {false};
        calls.forEach(call -> found[0] |= call.counts());
        return found[0];
    }

    /** Number of calls that count and for which threads have waited, or wait. */
    public long countedCalls() {
        long[] sum = {0};
        calls.forEach(call -> sum[0] += call.counted());
        return sum[0];
    }

    /**
     * Returns the number that identifies the calling thread in its requests: the place of its calls in the table of
     * pending calls.
     */
    public int threadOf(PendingCall call) {
        if (!call.hasPlace()) {
            calls.add(call);
        }
        return call.place();
    }

    /**
     * Sends a one-way or asynchronous request. While the flow-control window to the receiver is full, a thread of the
     * program waits. A request of a method that runs for another rank is kept here instead, and leaves later.
     *
     * @param callId identifies the reply, which goes to a {@link CallRunner}; 0 if there is no reply
     * @throws TransportException if the rank cannot be reached, this rank's dispatcher has stopped, or methods have made
     *     more calls than can be kept
     */
    public void sendPipelined(int rank, Frame request, long callId) {
        FrameHeader.putCallId(request.bytes(), callId);
        requireAlive(rank);
        probe.count(Count.PIPELINED, 1);
        int length = request.bytes().position();
        long before = pipelined.reserve(rank, length);
        boolean done = false;
        try {
            AtomicInteger unsent = CrewThread.unsentRequests();
            boolean hasRoom = pipelined.hasRoom(rank, before);
            if (unsent != null && (!hasRoom || unsent.get() > 0)) {
                checkRunning(rank);
                backlog.add(rank, request, before, unsent);
            } else {
                if (!hasRoom) {
                    awaitRoom(rank, before);
                }
                sendAndRing(rank, request);
            }
            done = true;
        } finally {
            if (!done) {
                pipelined.cancelReservation(rank, length);
            }
        }
    }

    /**
     * Works as {@link #sendPipelined}, for the first piece of a request.
     *
     * @param callId identifies the request, also if there is no reply
     * @return sends the other pieces
     */
    public OutgoingPieces sendFirstPipelined(int rank, Frame request, long callId) {
        OutgoingPieces rest = CrewThread.current() == null ? pieces.begin(rank, callId, false)
                : pieces.beginKeeping(rank, callId);
        boolean done = false;
        try {
            sendPipelined(rank, request, callId);
            done = true;
            return rest;
        } finally {
            if (!done) {
                pieces.remove(rest);
            }
        }
    }

    /** Whether {@link #sendPipelined} would send at once, as far as is known now. */
    public boolean hasRoomAt(int rank) {
        return pipelined.hasRoom(rank) || stopped;
    }

    private void awaitRoom(int rank, long before) {
        RoomWaits.Wait wait = roomWaits.begin(rank, Thread.currentThread(), RoomWaits.REQUEST);
        try {
            replies.pollAndSleepUntil(() -> pipelined.hasRoom(rank, before) || stopped);
        } finally {
            roomWaits.end(wait);
        }
    }

    /** Tells the called rank that the reply is no longer needed, so that the method may stop. */
    public void cancel(int rank, long callId) {
        try {
            Frame frame = shortFrame(FrameKind.CANCEL, callId);
            if (CrewThread.hasUnsentRequests()) {
                backlog.add(rank, frame, NEEDS_NO_ROOM, CrewThread.unsentRequests()); // Behind the request itself.
                frame.release();
            } else {
                sendAndRing(rank, frame);
            }
        } catch (TransportException e) {
            // The rank cannot be reached, so no reply will come.
        }
    }

    void sendShort(int rank, byte kind, long number) {
        sendAndRing(rank, shortFrame(kind, number));
    }

    private Frame shortFrame(byte kind, long number) {
        Frame frame = transport.acquire(CountFrame.LENGTH);
        CountFrame.put(frame.bytes(), kind, number);
        return frame;
    }

    /** Sends a reply. */
    public void reply(int rank, Frame reply) {
        probe.count(Count.SERVED, 1);
        sendAndRing(rank, reply);
    }

    /**
     * Works as {@link #reply}, for the first piece of a reply.
     *
     * @return sends the other pieces
     */
    public OutgoingPieces replyFirst(int rank, Frame reply, long callId) {
        OutgoingPieces rest = pieces.begin(rank, callId, true);
        boolean done = false;
        try {
            FrameHeader.putCallId(reply.bytes(), callId);
            reply(rank, reply);
            done = true;
            return rest;
        } finally {
            if (!done) {
                pieces.remove(rest);
            }
        }
    }

    /** The messages that travel in pieces. */
    public PieceStreams pieces() {
        return pieces;
    }

    /** The method of a request does not begin before the last piece has come. */
    private void awaitPieceOfRequest(MailWait wait) {
        CrewThread.countDataWait();
        try {
            awaitPiece(wait);
        } finally {
            CrewThread.countDataWait();
        }
    }

    private void awaitPiece(MailWait wait) {
        if (!wait.test()) {
            Stack.require();
            replies.awaitPiece(wait);
        }
    }

    private void sendAndRing(int rank, Frame frame) {
        checkRunning(rank);
        probe.count(Count.BYTES_SENT, frame.bytes().position());
        Addressee addressee = Addressee.of(frame.bytes()); // Before the transport owns the frame.
        transport.send(rank, frame);
        bell.ringReceiver(rank, addressee, transport.isDrained());
    }

    private void checkRunning(int rank) {
        if (stopped) {
            throw closed("send to rank " + rank);
        }
    }

    /** A call is not made to a rank that is known to be lost. Any other frame to it leaves, and comes nowhere. */
    private void requireAlive(int rank) {
        if (LostRanks.ARE_SURVIVED && LostRanks.isLost(rank)) {
            throw new LostRankException(transport.rank(), rank);
        }
    }

    private TransportException closed(String what) {
        return new TransportException(
                "rank " + transport.rank() + " cannot " + what
                        + ": the job has been finalised; make remote calls before MPI.Finalize()");
    }

    /**
     * Waits for the reply and passes its ownership to the caller.
     *
     * @param timeoutNs 0 waits forever
     * @param cancels whether the called rank is told on timeout, so that the method may stop
     * @return the reply, or null on timeout
     * @throws TransportException if no reply can come
     */
    public Frame await(PendingCall call, long timeoutNs, boolean cancels) {
        call.setTimeout(timeoutNs);
        inbox.poll(call);
        if (!call.test()) {
            ringFor(call);
            replies.await(timeoutNs == 0 ? call : call::isDoneOrExpired, call);
            long id = call.id();
            if (timeoutNs != 0 && inbox.abandon(call)) {
                if (cancels) {
                    cancel(call.peer(), id);
                }
                probe.callEnds(call, probe.time());
                RecentEvents.callEnds(call);
                return null;
            }
        }
        leaveToOthers();
        probe.callEnds(call, probe.time());
        RecentEvents.callEnds(call);
        Frame reply = call.take();
        if (reply == null) {
            requireAlive(call.peer());
            throw call.failure() == null ? closed("wait any longer") : call.failure();
        }
        return reply;
    }

    /** The current thread stops polling. */
    private void leaveToOthers() {
        if (inbox.hasRequests()) {
            CrewThread.stepDown(); // Its last poll has found a request.
        }
        inbox.leaveOperations();
    }

    private void ringFor(PendingCall call) {
        VarHandle.fullFence(); // Orders the send before the check.
        call.rung(!bell.isAttended(call.peer()));
        if (call.isRung()) {
            bell.ring(call.peer());
        }
    }

    /** Abandons the call. Returns the reply if it has arrived already, otherwise null. */
    public Frame giveUp(PendingCall call) {
        RecentEvents.callEnds(call);
        return inbox.giveUp(call);
    }

    /** Polls for frames of this source, too, and runs them on the crew. Call this before {@link #start}. */
    public void takeFramesFrom(FrameSource source) {
        inbox.takeFramesFrom(source);
    }

    /** Wakes a thread of the crew, which then polls. */
    public void wakeCrew() {
        bell.ringCrew();
    }

    // ---- mail

    /** Sets the handler of arriving mail. Call this before {@link #start}, before any mail can arrive. */
    public void takeMailBy(MailHandler handler) {
        mail = handler;
        inbox.takeMailBy(handler);
    }

    /** Those at this rank who receive mail; empty if nobody does. */
    public List<String> mailAddresses() {
        MailHandler handler = mail;
        return handler == null ? List.of() : handler.addresses();
    }

    /** Allocates mail frames, and moves the arrays that travel beside them. */
    public Transport transport() {
        return transport;
    }

    /** Sends a mail frame or a control frame about mail. Does not wait for the receiver; see {@link Transport#send}. */
    public void sendMail(int rank, Frame frame) {
        sendAndRing(rank, frame);
    }

    /**
     * Waits for mail.
     *
     * @param timeoutNs 0 waits forever
     */
    public void awaitMail(MailWait wait, long timeoutNs) {
        if (!wait.test()) {
            Stack.require();
            CrewThread.stepDown();
            wait.setTimeout(timeoutNs);
            replies.awaitMail(wait);
        }
    }

    /** Handles the frames that have arrived. Does not wait for more. */
    public void look() {
        Stack.require();
        inbox.poll();
    }

    /** Wakes the waiting thread if it sleeps. Call this after the wait is over. */
    public void wake(MailWait wait) {
        wait.wake(bell);
    }

    // ---- memory

    /**
     * Upper bound on the heap of an array in this JVM's collector, in bytes.
     *
     * @param bytes size of its elements
     */
    public static long heapTaken(long bytes) {
        return HeapArrays.taken(bytes);
    }

    /**
     * Allocates a frame. Waits for memory, since that of large frames that have not left is bounded. Other frames end
     * the wait when they leave; see {@link Transport#tryAcquire}.
     *
     * @param grown the frame that it replaces, which the caller releases afterwards; null for none
     * @param needed smallest capacity, in bytes
     * @param wished preferred capacity, in bytes
     * @throws OutOfMemoryError if there is no memory
     */
    public Frame acquireLarge(Frame grown, int needed, int wished) {
        Frame[] found = {wished > needed ? tryAcquire(grown, wished) : null};
        if (found[0] == null) {
            CrewThread.countDataWait();
            try {
                awaitUntil(() -> {
                    found[0] = transport.tryAcquire(grown, needed);
                    return found[0] != null;
                });
            } finally {
                CrewThread.countDataWait();
            }
        }
        return found[0];
    }

    /** Returns null if there is no memory, since a smaller frame may succeed. */
    private Frame tryAcquire(Frame grown, int wished) {
        try {
            return transport.tryAcquire(grown, wished);
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    // ---- waiting

    /**
     * {@inheritDoc} The thread polls first. When the wait lasts, or requests arrive, it sleeps in growing steps and
     * leaves polling to the crew.
     */
    @Override
    public void await(Completion completion) {
        if (!completion.test()) {
            Stack.require();
            CrewThread.stepDown();
            messages.await(completion);
        }
    }

    @Override
    public int block(Completion ended, IntSupplier call) {
        CrewThread.stepDown();
        waits.begin(ended);
        try {
            return call.getAsInt();
        } finally {
            waits.end();
        }
    }

    /** Waits as {@link #await(Completion)} does, until the condition holds. */
    public void awaitUntil(BooleanSupplier condition) {
        await((Completion) condition::getAsBoolean);
    }

    /**
     * Polls until a condition holds. The crew brings the condition about, or this thread does so by taking a reply.
     * After a while the method leaves polling to the crew and returns.
     *
     * @param call the call whose reply this thread takes; null for none
     * @return whether the condition holds
     */
    public boolean pollFor(BooleanSupplier condition, PendingCall call) {
        Stack.require();
        CrewThread.stepDown();
        bell.attend(); // No other thread is woken for a reply that this thread takes.
        try {
            return replies.pollFor(condition::getAsBoolean, call);
        } finally {
            inbox.leave();
        }
    }

    @Override
    public void stir(int rank) {
        bell.stir(rank);
    }

    @Override
    public void stirNear(int rank) {
        bell.stirNear(rank);
    }

    @Override
    public void stirNode() {
        bell.stirNode();
    }

    @Override
    public MessageProbe messageProbe() {
        return recent;
    }

    @Override
    public void watch(Completion completion, Runnable then) {
        inbox.watch(completion, then);
    }

    @Override
    public void pollSoon() {
        bell.requestQuickLookout();
    }

    /** Tests the condition at each poll until it holds. The test itself may bring the condition about. */
    public void watch(BooleanSupplier condition) {
        inbox.watch(condition::getAsBoolean, null);
    }

    /**
     * Works as {@link #watch(BooleanSupplier)}, for a condition that holds when frames of this rank have left. It may be
     * tested as rarely as it takes to free the memory of these frames.
     */
    public void watchDepartures(BooleanSupplier condition) {
        inbox.watchDepartures(condition::getAsBoolean);
    }

    /** Runs the task on a thread without user frames, as soon as such a thread is available. */
    public void runElsewhere(Runnable task) {
        inbox.runElsewhere(task);
    }

    /** Reports an error that concerns no particular call, and its consequence, on standard error. */
    public void report(String with, Throwable e, String consequence) {
        troubles.report(with, e, consequence);
    }

    /** Releases the heap reserve. Called by a thread that ran out of memory and must continue. */
    public void outOfMemory() {
        troubles.outOfMemory();
    }

    /** The waits of this rank's threads that last, and those for room. For a report; calls pay nothing for it. */
    public List<Wait> waits() {
        List<Wait> all = new ArrayList<>();
        waits.addTo(all);
        roomWaits.forEach(wait -> all.add(wait.reported()));
        calls.forEach(call -> {
            long since = call.waitsSince();
            if (since != 0) {
                all.add(Wait.of(call.waiter(), call, since));
            }
        });
        return all;
    }

    /** The calls of other ranks that this rank runs. */
    public List<RunningCall> runningCalls() {
        return crew.callsInProgress();
    }

    // ---- calls of others

    /** Number of crew threads. */
    public int threads() {
        return crew.size();
    }

    /** Whether a request of another rank is queued and has not begun. */
    public boolean holds(int sender, long callId) {
        return inbox.holds(sender, callId);
    }

    // ---- the end

    /** Returns the counts of this rank, or null if its probe counts nothing. */
    public Counters statistics() {
        return probe.counters(inbox.polls(), bell.timesRung(), crew.size());
    }

    /** Makes pending and later calls fail. */
    public synchronized void stop() {
        if (stopped) {
            return;
        }
        stopped = true;
        troubles.silence();
        inbox.end();
        watchdogs.stop();
        losses.stop();
        calls.fail(closed("wait any longer"), bell);
        pieces.close(closed("wait any longer"), bell);
        crew.stop();
        backlog.close();
        inbox.close();
    }

    @Override
    public void end() {
        inbox.askForTheLastTime();
    }
}
