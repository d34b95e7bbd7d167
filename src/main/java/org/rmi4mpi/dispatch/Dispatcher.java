package org.rmi4mpi.dispatch;

import java.lang.invoke.VarHandle;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.bridge.Progress;
import org.rmi4mpi.bridge.Stack;
import org.rmi4mpi.transport.Addressee;
import org.rmi4mpi.transport.Frame;
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
    private final Transport transport;
    private final Probe probe;
    private final Troubles troubles;
    private final RankBell bell;
    private final PendingCalls calls = new PendingCalls();
    private final PipelinedCalls pipelined;
    private final Inbox inbox;
    private final ReplyWaits replies;
    private final MessageWaits messages;
    private final Crew crew;
    /** Null when overdue calls are not reported. */
    private OverdueCalls overdue;
    /** Null when this rank watches no other. */
    private Heartbeat heartbeat;
    private volatile boolean stopped;

    /**
     * @param runners creates the runner of each crew thread
     * @param counts whether to collect {@link #statistics}
     */
    public Dispatcher(Transport transport, Supplier<CallRunner> runners, WaitPolicy policy, boolean counts) {
        this.transport = transport;
        probe = counts ? new Statistics() : new Probe();
        troubles = new Troubles(transport.rank());
        bell = transport.bell();
        pipelined = new PipelinedCalls(transport, bell);
        Lead lead = new Lead(bell);
        inbox = new Inbox(transport, bell, calls, pipelined, troubles, probe);
        Cores cores = new Cores(policy.sharesCores(), System::nanoTime);
        replies = new ReplyWaits(inbox, lead, bell, cores, policy, System::nanoTime, probe);
        messages = new MessageWaits(inbox, lead, bell, cores, policy, System::nanoTime, probe);
        crew = new Crew(transport.rank(), inbox, bell, lead, cores, policy, runners, messages::stir, troubles, probe);
    }

    public void start() {
        crew.start();
        if (overdue != null) {
            overdue.start();
        }
        if (heartbeat != null) {
            heartbeat.start();
        }
    }

    /**
     * Sends heartbeats to the next rank, and watches the rank before this one. All ranks do so, or none. Call this before
     * {@link #start}.
     *
     * @param limitNs silence after which a rank counts as lost, in nanoseconds
     * @param onSilence ends the job; takes the lost rank. Calls to it that threads wait for have failed before
     */
    public void watchRanks(long limitNs, IntConsumer onSilence) {
        heartbeat = new Heartbeat(transport, inbox, troubles, limitNs, lost -> {
            TransportException failure = new TransportException("rank " + transport.rank()
                    + " cannot wait any longer: rank " + lost + " has sent no heartbeat for "
                    + TimeUnit.NANOSECONDS.toMillis(limitNs) / 1e3 + " s");
            calls.forEach(call -> {
                if (call.peer() == lost && call.waitsSince() != 0) {
                    call.fail(failure, bell);
                }
            });
            onSilence.accept(lost);
        });
        inbox.heartbeatsGoTo(heartbeat);
    }

    /** Watches no rank any more, since the ranks end. */
    public void stopHeartbeat() {
        if (heartbeat != null) {
            heartbeat.stop();
        }
    }

    /**
     * Reports on standard error the calls that have had no reply for the given time. Call this before {@link #start}.
     *
     * @param limitNs age at which a call counts as overdue, in nanoseconds
     * @param processes one entry per rank; empty if unknown
     * @param others pending calls that hold no place in the table of pending calls
     */
    public void tellOverdue(long limitNs, List<RankProcess> processes,
            Supplier<? extends Collection<? extends PendingCall>> others) {
        overdue = new OverdueCalls(transport.rank(), processes, limitNs, calls, others);
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
     * Sends a request. {@link #await(PendingCall, long)} returns its reply.
     *
     * @throws TransportException if the rank cannot be reached, or this rank's dispatcher has stopped
     */
    public void send(int rank, Frame request, PendingCall call) {
        FrameHeader.putCallId(request.bytes(), call.begin(rank));
        checkRunning(rank);
        probe.sent(request.bytes().position());
        probe.callBegins(call);
        transport.send(rank, request);
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
     * Sends a one-way or asynchronous request. Blocks while the flow-control window to the receiver is full.
     *
     * @param callId identifies the reply, which goes to a {@link CallRunner}; 0 if there is no reply
     * @throws TransportException if the rank cannot be reached, or this rank's dispatcher has stopped
     */
    public void sendPipelined(int rank, Frame request, long callId) {
        FrameHeader.putCallId(request.bytes(), callId);
        probe.pipelined();
        int length = request.bytes().position();
        long before = pipelined.reserve(rank, length);
        boolean done = false;
        try {
            if (!pipelined.hasRoom(rank, before)) {
                awaitRoom(rank, before);
            }
            sendAndRing(rank, request);
            done = true;
        } finally {
            if (!done) {
                pipelined.cancelReservation(rank, length);
            }
        }
    }

    private void awaitRoom(int rank, long before) {
        Object waiting = overdue == null ? null : overdue.waitsForRoom(rank);
        try {
            CrewThread.stepDown();
            replies.pollAndSleepUntil(() -> pipelined.hasRoom(rank, before) || stopped);
        } finally {
            if (waiting != null) {
                overdue.hasRoom(waiting);
            }
        }
    }

    /** Tells the called rank that nobody needs the reply any more, so that the method may stop. */
    public void cancel(int rank, long callId) {
        try {
            sendShort(rank, FrameKind.CANCEL, callId);
        } catch (TransportException e) {
            // The rank cannot be reached, so no reply will come.
        }
    }

    private void sendShort(int rank, byte kind, long number) {
        Frame frame = transport.acquire(CountFrame.LENGTH);
        CountFrame.put(frame.bytes(), kind, number);
        sendAndRing(rank, frame);
    }

    /** Sends a reply. */
    public void reply(int rank, Frame reply) {
        probe.callServed();
        sendAndRing(rank, reply);
    }

    private void sendAndRing(int rank, Frame frame) {
        checkRunning(rank);
        probe.sent(frame.bytes().position());
        Addressee addressee = Addressee.of(frame.bytes()); // Before the transport owns the frame.
        transport.send(rank, frame);
        bell.sent(rank, addressee, transport.isDrained());
    }

    private void checkRunning(int rank) {
        if (stopped) {
            throw closed("send to rank " + rank);
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
     * @return the reply, or null on timeout
     * @throws TransportException if no reply can come
     */
    public Frame await(PendingCall call, long timeoutNs) {
        CrewThread.stepDown();
        call.expiresIn(timeoutNs);
        inbox.poll(call);
        if (!call.test()) {
            ringFor(call);
            replies.await(timeoutNs == 0 ? call : call::isDoneOrExpired, call);
            long id = call.id();
            if (timeoutNs != 0 && inbox.abandon(call)) {
                cancel(call.peer(), id);
                return null;
            }
        }
        inbox.leaveOperations();
        probe.callEnds(call);
        Frame reply = call.take();
        if (reply == null) {
            throw call.failure() == null ? closed("wait any longer") : call.failure();
        }
        return reply;
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
        return inbox.giveUp(call);
    }

    /** Waits until the receivers have begun all one-way and asynchronous calls sent before, or until the timeout. */
    public void flush(long timeoutNs) {
        long deadline = System.nanoTime() + timeoutNs;
        for (int rank = 0; rank < transport.size(); rank++) {
            int receiver = rank;
            if (!pipelined.allBegun(receiver)) {
                sendShort(receiver, FrameKind.FLUSH, 0);
                await(() -> pipelined.allBegun(receiver) || System.nanoTime() - deadline > 0);
            }
        }
    }

    // ---- mail

    /** Sets the handler of arriving mail. Call this before {@link #start}, before any mail can arrive. */
    public void takeMailBy(MailHandler handler) {
        inbox.takeMailBy(handler);
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
            wait.expiresIn(timeoutNs);
            replies.awaitMail(wait);
        }
    }

    /** Handles the frames that have arrived; does not wait for more. */
    public void look() {
        Stack.require();
        inbox.poll();
    }

    /** Wakes the waiting thread if it sleeps. Call this after the wait is over. */
    public void wake(MailWait wait) {
        inbox.wake(wait);
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

    /** Waits as {@link #await(Completion)} does, until the condition holds. */
    public void awaitUntil(BooleanSupplier condition) {
        await((Completion) condition::getAsBoolean);
    }

    /**
     * Polls for a condition that the crew, or this thread by taking a reply, will make true. After a while the method
     * leaves polling to the crew and returns.
     *
     * @param call the call whose reply this thread takes; null for none
     * @return whether the condition holds
     */
    public boolean pollFor(BooleanSupplier condition, PendingCall call) {
        Stack.require();
        CrewThread.stepDown();
        bell.attend(); // Nobody is woken for a reply that this thread takes.
        try {
            return replies.pollUntil(condition::getAsBoolean, call);
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
    public void watch(Completion completion, Runnable then) {
        inbox.watch(completion, then);
    }

    /** Tests the condition at each poll until it holds. The test itself may bring the condition about. */
    public void watch(BooleanSupplier condition) {
        inbox.watch(condition::getAsBoolean, null);
    }

    /** Runs the task on a thread without user frames, as soon as such a thread is available. */
    public void runElsewhere(Runnable task) {
        inbox.runElsewhere(task);
    }

    /** Releases the heap reserve. Called by a thread that ran out of memory and must continue. */
    public void outOfMemory() {
        troubles.outOfMemory();
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

    /** This rank's counters as text; empty unless they were enabled. */
    public String statistics() {
        return probe.text(inbox.polls(), bell.timesRung(), crew.size());
    }

    /**
     * Waits until this rank is quiescent. That is, the calls that it serves have ended, their replies have left, and
     * the receivers have begun all one-way and asynchronous calls that this rank sent. May be called again after a
     * timeout.
     *
     * @param deadline in the time of {@link System#nanoTime}
     * @param isAnswered whether all asynchronous calls of this rank have their replies
     * @return the number of flow-control units sent in one-way and asynchronous calls since the job began; -1 on
     *     timeout
     */
    public long rest(long deadline, BooleanSupplier isAnswered) {
        while (System.nanoTime() - deadline < 0) {
            long sent = pipelined.reserved();
            flush(deadline - System.nanoTime());
            await(() -> isAnswered.getAsBoolean() && inbox.isEmpty() && crew.running() == 0 && transport.isDrained()
                    || System.nanoTime() - deadline > 0);
            if (pipelined.reserved() == sent && System.nanoTime() - deadline < 0) {
                return sent;
            }
        }
        return -1;
    }

    /**
     * Warns about methods that still run when the rank ends. A method may have blocked forever, so nobody waits for it.
     */
    public void giveUpCalls() {
        int running = crew.running();
        if (running > 0) {
            System.err.println("rmi4mpi: rank " + transport.rank() + " ends while " + running
                    + " remote calls still run on it; their callers get a ConnectException");
        }
    }

    /** Makes pending and later calls fail. */
    public synchronized void stop() {
        if (stopped) {
            return;
        }
        stopped = true;
        troubles.silence();
        inbox.end();
        stopHeartbeat();
        if (overdue != null) {
            overdue.stop();
        }
        calls.fail(closed("wait any longer"), bell);
        crew.stop();
        inbox.close();
    }

    @Override
    public void end() {
        inbox.askForTheLastTime();
    }
}
