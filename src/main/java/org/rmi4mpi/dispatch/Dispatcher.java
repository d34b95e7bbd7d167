package org.rmi4mpi.dispatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.bridge.Progress;
import org.rmi4mpi.bridge.Stack;
import org.rmi4mpi.bridge.VirtualThreads;
import org.rmi4mpi.transport.Bell;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameHandler;
import org.rmi4mpi.transport.FrameQueue;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.CallFrame;
import org.rmi4mpi.wire.LargeFrame;
import org.rmi4mpi.wire.MemoryFrame;

/** Sends this rank's calls, and has those of others run by its {@link Crew}. Used by any thread. */
public final class Dispatcher implements Progress {
    /** Polls between two looks at requests that nobody takes. */
    private static final int CALLS = 64;
    /** Requests that wait in the memory in which they came; more of them take as little as they need. */
    private static final int BACKLOG = 32;
    /** Another thread polls. */
    static final int BUSY = -1;

    private static final VarHandle POLLED;
    private static final VarHandle POLLS;
    private static final VarHandle WAITING;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            POLLED = lookup.findVarHandle(Dispatcher.class, "polled", int.class);
            POLLS = lookup.findVarHandle(Dispatcher.class, "polls", long.class);
            WAITING = lookup.findVarHandle(Dispatcher.class, "waiting", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Something that is waited for, and what follows it; under the poll lock. */
    private static final class Watched {
        final Completion completion;
        final Runnable then;
        /** It is not asked again, though no thread may have been found for what follows. */
        boolean isOver;

        Watched(Completion completion, Runnable then) {
            this.completion = completion;
            this.then = then;
        }

        boolean isOver() {
            isOver = isOver || completion.test();
            return isOver;
        }
    }

    private final Transport transport;
    private final Bell bell;
    private final Crew crew;
    private final Waits waits;
    private final MessageWaits messageWaits;
    private final FrameHandler handler = this::accept;
    private final Predicate<Thread> parked = Crew::isParked;
    private final PendingCalls calls = new PendingCalls();

    /** The poll lock: 1 while a thread takes frames off the transport. */
    private int polled;
    /** How often that was done; written under the poll lock. */
    private long polls;
    /** Requests, and replies that no thread waits for, which nobody has taken; under the poll lock. */
    private final FrameQueue requests = new FrameQueue();
    /** How many these are. */
    private int waiting;
    /** Calls that a thread passes over while it looks for other requests; under the poll lock. */
    private final FrameQueue passedOver = new FrameQueue();
    private final PipelinedCalls pipelined;
    /** Null where nobody has asked for them. */
    private final Statistics statistics;
    /** Whether this rank has said that it sleeps; changed under the poll lock. */
    private volatile boolean asleep;
    /** The call of the thread that polls; under the poll lock. */
    private PendingCall polling;

    /** Added to by any thread, gone through under the poll lock. */
    private final ConcurrentLinkedQueue<Watched> watched = new ConcurrentLinkedQueue<>();
    private final ExecutorService continuations = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "rmi4mpi-continuation");
        thread.setDaemon(true);
        return thread;
    });
    /** Null where nothing is said of them. */
    private OverdueCalls overdue;
    private final HeapReserve reserve = new HeapReserve();
    private volatile String lastTrouble;
    private volatile boolean stopped;

    /**
     * @param runners makes the runner of each thread
     * @param patience how often a waiting thread polls before it sleeps
     * @param sharesCores whether its node has more ranks than cores
     * @param longestSleepNs longest step in which a thread that waits sleeps between two looks
     * @param counts whether {@link #statistics} are asked for
     */
    public Dispatcher(Transport transport, Supplier<CallRunner> runners, int patience, boolean sharesCores,
            long longestSleepNs, boolean counts) {
        this.transport = transport;
        bell = transport.bell();
        pipelined = new PipelinedCalls(transport);
        statistics = counts ? new Statistics() : null;
        Cores cores = new Cores(sharesCores);
        crew = new Crew(this, bell, cores, transport.rank(), runners, patience, longestSleepNs, statistics);
        waits = new Waits(this, crew, bell, cores, patience, statistics);
        messageWaits = new MessageWaits(this, waits, bell, cores, patience, longestSleepNs, statistics);
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
     * @return see {@link Transport#send}
     * @throws TransportException where the rank cannot be reached, or this rank's dispatcher has stopped
     */
    public boolean send(int rank, Frame request, PendingCall call) {
        request.bytes().putLong(CallFrame.CALL_ID, call.begin(rank));
        checkRunning(rank);
        if (statistics != null) {
            statistics.sent(request.bytes().position());
            call.startedAt(System.nanoTime());
        }
        return transport.send(rank, request);
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
    public boolean sendPipelined(int rank, Frame request, long callId) {
        request.bytes().putLong(CallFrame.CALL_ID, callId);
        if (statistics != null) {
            statistics.pipelined();
        }
        int length = request.bytes().position();
        long before = pipelined.count(rank, length);
        boolean done = false;
        try {
            if (!pipelined.hasRoom(rank, before)) {
                awaitRoom(rank, before);
            }
            boolean left = sendAndRing(rank, request, true);
            done = true;
            return left;
        } finally {
            if (!done) {
                pipelined.takeBack(rank, length);
            }
        }
    }

    private void awaitRoom(int rank, long before) {
        Object waiting = overdue == null ? null : overdue.waitsForRoom(rank);
        try {
            waits.pause(() -> pipelined.hasRoom(rank, before) || stopped);
        } finally {
            if (waiting != null) {
                overdue.hasRoom(waiting);
            }
        }
    }

    /** The reply to a call of this rank is of no interest any more, nor what its method still does. */
    public void cancel(int rank, long callId) {
        try {
            sendShort(rank, CallFrame.KIND_CANCEL, callId);
        } catch (TransportException e) {
            // there will be no reply
        }
    }

    private void sendShort(int rank, byte kind, long number) {
        Frame frame = transport.acquire(CallFrame.ACKNOWLEDGEMENT);
        frame.bytes()
                .put(CallFrame.KIND, kind)
                .put(CallFrame.VERSION_OFFSET, CallFrame.VERSION)
                .putShort(CallFrame.APART_TAG, (short) 0)
                .putLong(CallFrame.COUNT, number)
                .position(CallFrame.ACKNOWLEDGEMENT);
        if (sendAndRing(rank, frame, true)) {
            frame.release();
        }
    }

    /** Sends a reply. */
    public boolean reply(int rank, Frame reply) {
        if (statistics != null) {
            statistics.callServed();
        }
        return sendAndRing(rank, reply, false);
    }

    private boolean sendAndRing(int rank, Frame frame, boolean isRequest) {
        checkRunning(rank);
        if (statistics != null) {
            statistics.sent(frame.bytes().position());
        }
        boolean left = transport.send(rank, frame);
        VarHandle.fullFence(); // who is about to sleep says so, and then looks once more
        try {
            if (bell.isAsleep(rank)) {
                ring(rank, isRequest);
            }
            if (!left && asleep) {
                bell.ringClean(); // what leaves later needs someone who polls
            }
        } catch (OutOfMemoryError e) {
            // the frame is on its way; who sleeps looks for itself from time to time
        }
        return left;
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
        Crew.stepDown();
        call.expiresIn(timeoutNs);
        poll(call);
        if (!call.test()) {
            call.rung(bell.isAsleep(call.peer()));
            if (call.isRung()) {
                ring(call.peer(), true);
            }
            waits.await(timeoutNs == 0 ? call : call::isDoneOrExpired, call);
            long id = call.id();
            if (timeoutNs != 0 && isAbandoned(call)) {
                cancel(call.peer(), id);
                return null;
            }
        }
        if (statistics != null) {
            statistics.callMade(System.nanoTime() - call.startedAt());
        }
        Frame reply = call.take();
        if (reply == null) {
            throw call.failure();
        }
        return reply;
    }

    /** Its thread goes on without the reply; returns it where it has come already. */
    public Frame giveUp(PendingCall call) {
        return lock() ? abandon(call) : null;
    }

    private Frame abandon(PendingCall call) {
        try {
            return call.abandon() ? null : call.takeOnce();
        } finally {
            unlock();
        }
    }

    private boolean isAbandoned(PendingCall call) {
        if (!lock()) {
            throw closed("wait any longer");
        }
        try {
            return call.abandon();
        } finally {
            unlock();
        }
    }

    /** Returns when the one-way and asynchronous calls that were sent before have been begun, or so much time has passed. */
    public void flush(long timeoutNs) {
        long deadline = System.nanoTime() + timeoutNs;
        for (int rank = 0; rank < transport.size(); rank++) {
            int receiver = rank;
            if (!pipelined.allBegun(receiver)) {
                sendShort(receiver, CallFrame.KIND_FLUSH, 0);
                await(() -> pipelined.allBegun(receiver) || System.nanoTime() - deadline > 0);
            }
        }
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
            Crew.stepDown();
            messageWaits.await(completion);
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
        Crew.stepDown();
        if (waits.polledUntil(condition::getAsBoolean, call)) {
            return true;
        }
        waits.leaveToCrew();
        return false;
    }

    void ring(int rank, boolean clean) {
        bell.ring(rank, clean);
        if (statistics != null) {
            statistics.rang();
        }
    }

    @Override
    public void stir(int rank) {
        VarHandle.fullFence(); // see sendAndRing
        if (bell.hasSleepers(rank)) {
            bell.stir(rank);
            if (statistics != null) {
                statistics.rang();
            }
        }
    }

    void stirOthers() {
        for (int rank = 0; rank < transport.size(); rank++) {
            stir(rank);
        }
    }

    /** Another rank waits for MPI, perhaps for a thread of this one that sleeps there. */
    void stir() {
        messageWaits.stir();
    }

    /** Requests are there, which this thread does not take. */
    void callForLeader(int idle) {
        crew.call(idle > 0 && idle % CALLS == 0);
    }

    // ---- polling

    private boolean tryLock() {
        return (int) POLLED.getOpaque(this) == 0 && POLLED.compareAndSet(this, 0, 1);
    }

    /** False where the dispatcher has stopped, which keeps the lock. */
    private boolean lock() {
        while (!tryLock()) {
            if (stopped) {
                return false;
            }
            VirtualThreads.yield();
        }
        return true;
    }

    private void unlock() {
        POLLED.setRelease(this, 0);
    }

    /** How often frames have been looked for. */
    long polls() {
        return (long) POLLS.getOpaque(this);
    }

    boolean hasRequests() {
        return (int) WAITING.getOpaque(this) != 0;
    }

    /** Whether something is under way, beside requests, that ends only when someone polls. */
    boolean needsPolling() {
        return !watched.isEmpty() || pipelined.holdsSome() || pipelined.owes() || transport.needsPolling();
    }

    /** Returns how many frames were found; {@link #BUSY} where another thread polls. */
    int poll(PendingCall call) {
        if (!tryLock()) {
            return BUSY;
        }
        try {
            polling = call;
            if (asleep) {
                wakeUp();
            }
            return pollLocked();
        } finally {
            polling = null;
            unlock();
        }
    }

    private int pollLocked() {
        POLLS.setOpaque(this, polls + 1);
        try {
            int found = transport.poll(handler);
            if (pipelined.owes()) {
                pipelined.tellAll();
            }
            return watched.isEmpty() ? found : found + pollWatched();
        } catch (Throwable e) {
            trouble("messages", e, "they are looked for again");
            return 0;
        }
    }

    /** A thread polls that will not do so for ever: one of the crew is to look after it from time to time. */
    private void wakeUp() {
        asleep = false;
        bell.setAsleep(false);
        if (!crew.looksAfterOthers()) {
            bell.ringClean();
        }
    }

    boolean isAsleep() {
        return asleep;
    }

    HeapReserve reserve() {
        return reserve;
    }

    /** Says that nobody polls any more, unless there is something; then returns false. */
    boolean fallAsleep() {
        if (!tryLock()) {
            return true; // another one polls
        }
        try {
            if (!requests.isEmpty()) {
                return false;
            }
            asleep = true;
            bell.setAsleep(true);
            if (pollLocked() == 0 && requests.isEmpty()) {
                return true;
            }
            asleep = false;
            bell.setAsleep(false);
            return false;
        } finally {
            unlock();
        }
    }

    /** The next frame for the thread's runner; null where there is none, or another thread polls. */
    Frame nextRequest(Crew.Member taker) {
        if (!tryLock()) {
            return null;
        }
        try {
            stayAwake();
            if (requests.isEmpty()) {
                pollLocked();
            }
            return requests.isEmpty() ? null : takeRequest(taker);
        } finally {
            unlock();
        }
    }

    private void stayAwake() {
        if (asleep) {
            asleep = false;
            bell.setAsleep(false);
        }
    }

    private Frame takeRequest(Crew.Member taker) {
        for (Frame request = requests.poll(); request != null; request = requests.poll()) {
            try {
                WAITING.setOpaque(this, requests.size());
                if (takes(request, taker)) {
                    return request;
                }
            } catch (OutOfMemoryError e) {
                requests.addFirst(request);
                throw e;
            }
        }
        return null;
    }

    /** Returns false where the request is dealt with here, or waits for others. */
    private boolean takes(Frame request, Crew.Member taker) {
        byte kind = request.bytes().get(CallFrame.KIND);
        if (kind == CallFrame.KIND_FLUSH) {
            pipelined.flush(request.sender());
            request.release();
            return false;
        } else if (kind == CallFrame.KIND_REFUSED) {
            taker.begins(request);
            pipelined.refused(request);
            return true;
        } else if (!CallFrame.isCall(kind)) {
            taker.begins(request);
            return true;
        }
        return pipelined.begin(request, taker.order()) && begins(request, taker);
    }

    private boolean begins(Frame request, Crew.Member taker) {
        boolean done = false;
        try {
            taker.begins(request);
            done = true;
        } finally {
            if (!done && taker.order().isRunning()) {
                pipelined.withdraw(taker.order());
            }
        }
        pipelined.begun(request);
        return true;
    }

    /** As {@link #nextRequest}, for a thread that cannot run a call: those stay where they are. */
    Frame nextButCalls(Crew.Member taker) {
        if (!tryLock()) {
            return null;
        }
        try {
            stayAwake();
            pollLocked();
            return takeButCalls(taker);
        } finally {
            requests.addAllFirst(passedOver);
            WAITING.setOpaque(this, requests.size());
            unlock();
        }
    }

    private Frame takeButCalls(Crew.Member taker) {
        for (Frame frame = requests.poll(); frame != null; frame = requests.poll()) {
            try {
                if (CallFrame.isCall(frame.bytes().get(CallFrame.KIND))) {
                    passedOver.addLast(frame);
                } else if (takes(frame, taker)) {
                    return frame;
                }
            } catch (OutOfMemoryError e) {
                requests.addFirst(frame);
                throw e;
            }
        }
        return null;
    }

    /** The first call that waits; null where none does. It counts as begun. */
    Frame nextToRefuse() {
        if (!lock()) {
            return null;
        }
        try {
            Frame call = requests.peek();
            if (call == null || !CallFrame.isCall(call.bytes().get(CallFrame.KIND))) {
                return null;
            }
            WAITING.setOpaque(this, requests.size() - 1);
            requests.poll();
            pipelined.begun(call);
            return call;
        } finally {
            unlock();
        }
    }

    /** How many threads there are to run methods. */
    public int threads() {
        return crew.size();
    }

    /** Requests that wait for the end of one before them may be run where that waits for something. */
    void releaseHeld() {
        if (pipelined.holdsSome() && tryLock()) {
            try {
                pipelined.release(parked, requests);
                WAITING.setOpaque(this, requests.size());
            } finally {
                unlock();
            }
        }
    }

    /** Whether a request of another rank has not begun yet, but waits for others. */
    public boolean holds(int sender, long callId) {
        if (!lock()) {
            return false;
        }
        try {
            return pipelined.holds(sender, callId) || PipelinedCalls.isOneOf(requests, sender, callId);
        } finally {
            unlock();
        }
    }

    /** The thread has ended a call that others may come after; returns one that has been waiting for that. */
    Frame nextDelayed(Crew.Member taker) {
        if (!lock()) {
            return null;
        }
        Frame next = null;
        boolean done = false;
        try {
            next = pipelined.end(taker.order());
            if (next != null) {
                taker.begins(next);
            }
            done = true;
            if (next != null) {
                pipelined.begun(next);
            }
            return next;
        } finally {
            if (!done && next != null) {
                pipelined.putBack(next, taker.order());
            }
            unlock();
        }
    }

    private void accept(Frame frame) {
        int length = frame.bytes().remaining();
        if (statistics != null) {
            statistics.received(length);
        }
        if (length < CallFrame.REPLY_HEADER || frame.bytes().get(CallFrame.VERSION_OFFSET) != CallFrame.VERSION) {
            drop(frame, "is no frame of version " + CallFrame.VERSION);
            return;
        }
        byte kind = frame.bytes().get(CallFrame.KIND);
        if ((kind == CallFrame.KIND_REFUSED || kind == CallFrame.KIND_NO_MEMORY) && length < MemoryFrame.LENGTH) {
            drop(frame, "is shorter than what tells of memory");
            return;
        }
        switch (kind) {
            case CallFrame.KIND_RESULT, CallFrame.KIND_EXCEPTION, CallFrame.KIND_NO_OBJECT, CallFrame.KIND_NO_METHOD,
                    CallFrame.KIND_NO_MEMORY ->
                acceptReply(frame);
            case CallFrame.KIND_REQUEST, CallFrame.KIND_ONE_WAY, CallFrame.KIND_ASYNC -> acceptRequest(frame);
            case CallFrame.KIND_FLUSH, CallFrame.KIND_CANCEL, CallFrame.KIND_REFUSED -> add(frame);
            case CallFrame.KIND_ACKNOWLEDGEMENT -> {
                pipelined.acknowledged(frame);
                frame.release();
            }
            case LargeFrame.KIND_LARGE -> drop(frame, "announces a large frame, of no length that one has");
            default -> drop(frame, "is of unknown kind " + kind);
        }
    }

    private void acceptRequest(Frame request) {
        if (request.bytes().remaining() < CallFrame.REQUEST_HEADER) {
            drop(request, "is shorter than a request's header");
        } else {
            add(request);
        }
    }

    private void add(Frame request) {
        WAITING.setOpaque(this, requests.size() + 1);
        requests.addLast(requests.size() < BACKLOG ? request : transport.compact(request));
        if (statistics != null) {
            statistics.waiting(requests.size());
        }
    }

    private void acceptReply(Frame reply) {
        long id = reply.bytes().getLong(CallFrame.CALL_ID);
        PendingCall call = id < 0 ? polling : calls.find(id);
        if (call == null || !call.complete(id, reply)) {
            add(reply); // no thread waits for it
        } else if (call != polling) {
            wake(call);
        }
    }

    private void wake(PendingCall call) {
        try {
            call.wake(bell, transport.rank());
        } catch (OutOfMemoryError e) {
            // its thread has its reply, and looks for itself from time to time
        }
    }

    /** A thread that must go on has found no memory. */
    public void outOfMemory() {
        reserve.give();
    }

    private void drop(Frame frame, String why) {
        try {
            System.err.println("rmi4mpi: rank " + transport.rank() + " dropped a frame of " + frame.bytes().remaining()
                    + " bytes from rank " + frame.sender() + ": it " + why);
        } finally {
            frame.release();
        }
    }

    /**
     * Trouble that is nobody's in particular is reported once, however often it comes back. Where there is no memory for
     * that it is not reported.
     *
     * @param consequence of it, in a sentence
     */
    void trouble(String with, Throwable e, String consequence) {
        if (e instanceof OutOfMemoryError) {
            reserve.give();
        }
        try {
            if (!stopped && !e.toString().equals(lastTrouble)) {
                lastTrouble = e.toString();
                System.err.println("rmi4mpi: rank " + transport.rank() + " goes on after trouble with " + with + ": " + e
                        + "; " + consequence);
            }
        } catch (Throwable another) {
            // what matters is that the thread goes on
        }
    }

    // ---- what is watched

    @Override
    public void watch(Completion completion, Runnable then) {
        watched.add(new Watched(completion, then));
        if (asleep) {
            bell.ringClean();
        }
    }

    /** Somebody tests the condition until it holds, which may be what makes it hold. */
    public void watch(BooleanSupplier condition) {
        watch(condition::getAsBoolean, null);
    }

    /** Under the poll lock. Returns how many are done. */
    private int pollWatched() {
        int done = 0;
        for (Iterator<Watched> i = watched.iterator(); i.hasNext(); ) {
            Watched each = i.next();
            boolean isLeft = false; // but where the test fails, which it would do again
            try {
                isLeft = !each.isOver();
            } finally {
                if (!isLeft && (each.then == null || !each.isOver)) {
                    i.remove();
                }
            }
            if (!isLeft && each.then != null) {
                if (!started(each.then)) {
                    break;
                }
                i.remove();
                done++;
            }
        }
        return done;
    }

    /** Runs something on a thread without user frames beneath, when there is one for it. */
    public void runElsewhere(Runnable task) {
        try {
            continuations.execute(task);
        } catch (OutOfMemoryError e) {
            watch(() -> true, task);
        }
    }

    /** False where there is no thread for it now: it is tried again. */
    private boolean started(Runnable then) {
        try {
            continuations.execute(then);
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    // ---- the end

    /** What this rank has done so far, in words; empty where that was not asked for. */
    public String statistics() {
        return statistics == null ? "" : statistics.text(polls(), crew.size());
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
            await(() -> isAnswered.getAsBoolean() && isIdle() && transport.isDrained()
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

    private boolean isIdle() {
        if (!tryLock()) {
            return false;
        }
        try {
            return requests.isEmpty() && pipelined.isEmpty() && crew.running() == 0;
        } finally {
            unlock();
        }
    }

    /** Calls that are pending, or made from here on, fail. */
    public synchronized void stop() {
        if (stopped) {
            return;
        }
        stopped = true;
        if (overdue != null) {
            overdue.stop();
        }
        calls.fail(closed("wait any longer"), bell, transport.rank());
        crew.stop();
        while (!tryLock()) {
            VirtualThreads.yield(); // for the last poll to end
        }
        transport.close();
        continuations.shutdown();
    }

    @Override
    public void end() {
        for (Watched each = watched.poll(); each != null; each = watched.poll()) {
            try {
                if (each.isOver() && each.then != null) {
                    new Thread(each.then, "rmi4mpi-continuation").start();
                }
            } catch (RuntimeException e) {
                // it was nobody's: a future is told by its own completion
            }
        }
    }
}
