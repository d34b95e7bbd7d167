package org.rmi4mpi.dispatch;

import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.bridge.Progress;
import org.rmi4mpi.bridge.Stack;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.CountFrame;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;

/** Sends this rank's calls, and has those of others run by its {@link Crew}. Used by any thread. */
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
    /** Null where nothing is said of them. */
    private OverdueCalls overdue;
    private volatile boolean stopped;

    /**
     * @param runners makes the runner of each thread
     * @param counts whether {@link #statistics} are asked for
     */
    public Dispatcher(Transport transport, Supplier<CallRunner> runners, WaitPolicy policy, boolean counts) {
        this.transport = transport;
        probe = counts ? new Statistics() : new Probe();
        troubles = new Troubles(transport.rank());
        bell = transport.bell();
        pipelined = new PipelinedCalls(transport, bell);
        Lead lead = new Lead(bell);
        inbox = new Inbox(transport, bell, lead, calls, pipelined, troubles, probe);
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
    }

    /**
     * Says on standard error which calls have had no reply for so long. Before {@link #start}.
     *
     * @param processes of all ranks
     * @param others the calls that are under way and have no place
     */
    public void tellOverdue(long limitNs, List<RankProcess> processes,
            Supplier<? extends Collection<? extends PendingCall>> others) {
        overdue = new OverdueCalls(transport.rank(), processes, limitNs, calls, others);
    }

    // ---- calls of this rank

    /**
     * Before a call begins: the thread has stack enough for it to end.
     *
     * @throws StackOverflowError where it has not; nothing has been sent
     */
    public static void requireStack() {
        Stack.require();
    }

    /**
     * Sends a request, whose reply {@link #await(PendingCall, long)} returns.
     *
     * @throws TransportException where the rank cannot be reached, or this rank's dispatcher has stopped
     */
    public void send(int rank, Frame request, PendingCall call) {
        FrameHeader.putCallId(request.bytes(), call.begin(rank));
        checkRunning(rank);
        probe.sent(request.bytes().position());
        probe.callBegins(call);
        transport.send(rank, request);
    }

    /** A number that a request carries, of the thread whose place for calls this is. */
    public int threadOf(PendingCall call) {
        if (!call.hasPlace()) {
            calls.add(call);
        }
        return call.place();
    }

    /**
     * Sends a request whose end nobody waits for, when there is room for it at the other rank.
     *
     * @param callId of its reply, which a {@link CallRunner} is given; 0 where there is none
     */
    public void sendPipelined(int rank, Frame request, long callId) {
        FrameHeader.putCallId(request.bytes(), callId);
        probe.pipelined();
        int length = request.bytes().position();
        long before = pipelined.count(rank, length);
        boolean done = false;
        try {
            if (!pipelined.hasRoom(rank, before)) {
                awaitRoom(rank, before);
            }
            sendAndRing(rank, request, true);
            done = true;
        } finally {
            if (!done) {
                pipelined.takeBack(rank, length);
            }
        }
    }

    private void awaitRoom(int rank, long before) {
        Object waiting = overdue == null ? null : overdue.waitsForRoom(rank);
        try {
            CrewThread.stepDown();
            replies.pause(() -> pipelined.hasRoom(rank, before) || stopped);
        } finally {
            if (waiting != null) {
                overdue.hasRoom(waiting);
            }
        }
    }

    /** The reply to a call of this rank is of no interest any more, nor what its method still does. */
    public void cancel(int rank, long callId) {
        try {
            sendShort(rank, FrameKind.CANCEL, callId);
        } catch (TransportException e) {
            // there will be no reply
        }
    }

    private void sendShort(int rank, byte kind, long number) {
        Frame frame = transport.acquire(CountFrame.LENGTH);
        CountFrame.put(frame.bytes(), kind, number);
        sendAndRing(rank, frame, true);
    }

    /** Sends a reply. */
    public void reply(int rank, Frame reply) {
        probe.callServed();
        sendAndRing(rank, reply, false);
    }

    private void sendAndRing(int rank, Frame frame, boolean isRequest) {
        checkRunning(rank);
        probe.sent(frame.bytes().position());
        transport.send(rank, frame);
        bell.sent(rank, isRequest, transport.isDrained());
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
     * Waits for the reply, which then belongs to the caller; null where it has not come in time.
     *
     * @param timeoutNs 0 for any time
     * @throws TransportException where there will be none
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
        probe.callEnds(call);
        Frame reply = call.take();
        if (reply == null) {
            throw call.failure() == null ? closed("wait any longer") : call.failure();
        }
        return reply;
    }

    private void ringFor(PendingCall call) {
        call.rung(bell.isAsleep(call.peer()));
        if (call.isRung()) {
            bell.ring(call.peer(), true);
        }
    }

    /** Its thread goes on without the reply; returns it where it has come already. */
    public Frame giveUp(PendingCall call) {
        return inbox.giveUp(call);
    }

    /** Returns when the one-way and asynchronous calls that were sent before have been begun, or so much time has passed. */
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

    /** From now on; before {@link #start}, so that none has come. */
    public void takeMailBy(MailHandler handler) {
        inbox.takeMailBy(handler);
    }

    /** For the frames of mail, and what travels beside them. */
    public Transport transport() {
        return transport;
    }

    /** Sends mail, or a note about it. Never waits for the receiver. See {@link Transport#send}. */
    public void sendMail(int rank, Frame frame) {
        sendAndRing(rank, frame, false);
    }

    /**
     * Returns when the wait is over, or its time is.
     *
     * @param timeoutNs 0 for any time
     */
    public void awaitMail(MailWait wait, long timeoutNs) {
        if (!wait.test()) {
            Stack.require();
            CrewThread.stepDown();
            wait.expiresIn(timeoutNs);
            replies.awaitMail(wait);
        }
    }

    /** Takes what has arrived, without waiting for more. */
    public void look() {
        Stack.require();
        inbox.poll();
    }

    /** A wait is over: its thread is woken where it sleeps. */
    public void wake(MailWait wait) {
        inbox.wake(wait);
    }

    // ---- waiting

    /**
     * {@inheritDoc} Polls while it waits; a wait that lasts, or that meets work for others, sleeps in growing steps and
     * leaves the polling to the crew.
     */
    @Override
    public void await(Completion completion) {
        if (!completion.test()) {
            Stack.require();
            CrewThread.stepDown();
            messages.await(completion);
        }
    }

    /** As {@link #await(Completion)}, until a condition holds. */
    public void awaitUntil(BooleanSupplier condition) {
        await((Completion) condition::getAsBoolean);
    }

    /**
     * Waits for what the crew completes, or this thread where it takes the reply itself: polls for a while, and leaves that
     * to the crew then.
     *
     * @param call whose reply the thread takes; null for none
     * @return false where the condition is still to be waited for
     */
    public boolean pollFor(BooleanSupplier condition, PendingCall call) {
        Stack.require();
        CrewThread.stepDown();
        if (replies.polledUntil(condition::getAsBoolean, call)) {
            return true;
        }
        inbox.leave();
        return false;
    }

    @Override
    public void stir(int rank) {
        bell.stir(rank);
    }

    @Override
    public void watch(Completion completion, Runnable then) {
        inbox.watch(completion, then);
    }

    /** Somebody tests the condition until it holds, which may be what makes it hold. */
    public void watch(BooleanSupplier condition) {
        inbox.watch(condition::getAsBoolean, null);
    }

    /** Runs something on a thread without user frames beneath, when there is one for it. */
    public void runElsewhere(Runnable task) {
        inbox.runElsewhere(task);
    }

    /** A thread that must go on has found no memory. */
    public void outOfMemory() {
        troubles.outOfMemory();
    }

    // ---- calls of others

    /** How many threads there are to run methods. */
    public int threads() {
        return crew.size();
    }

    /** Whether a request of another rank has not begun yet, but waits for others. */
    public boolean holds(int sender, long callId) {
        return inbox.holds(sender, callId);
    }

    // ---- the end

    /** What this rank has done so far, in words; empty where that was not asked for. */
    public String statistics() {
        return probe.text(inbox.polls(), bell.timesRung(), crew.size());
    }

    /**
     * Returns when this rank rests: the calls that it serves have ended and their replies have left it, and the one-way
     * and asynchronous calls that it has sent have been begun; or when the time is over. It may be called again then.
     *
     * @param deadline by System.nanoTime
     * @param isAnswered whether its own calls have their replies
     * @return how much it has sent of these calls since the job began; -1 where it does not rest
     */
    public long rest(long deadline, BooleanSupplier isAnswered) {
        while (System.nanoTime() - deadline < 0) {
            long sent = pipelined.counted();
            flush(deadline - System.nanoTime());
            await(() -> isAnswered.getAsBoolean() && inbox.isEmpty() && crew.running() == 0 && transport.isDrained()
                    || System.nanoTime() - deadline > 0);
            if (pipelined.counted() == sent && System.nanoTime() - deadline < 0) {
                return sent;
            }
        }
        return -1;
    }

    /** No call is waited for any more: a method that has not returned, having perhaps parked for ever, is given up. */
    public void giveUpCalls() {
        int running = crew.running();
        if (running > 0) {
            System.err.println("rmi4mpi: rank " + transport.rank() + " ends while " + running
                    + " remote calls still run on it; their callers get a ConnectException");
        }
    }

    /** Calls that are pending, or made from here on, fail. */
    public synchronized void stop() {
        if (stopped) {
            return;
        }
        stopped = true;
        troubles.silence();
        inbox.end();
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
