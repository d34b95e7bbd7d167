package org.rmi4mpi.dispatch;

import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.rmi4mpi.bridge.LostRanks;
import org.rmi4mpi.transport.Addressee;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameQueue;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.wire.CountFrame;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.MemoryFrame;
import org.rmi4mpi.wire.RequestFrame;

/**
 * Flow control and ordering of one-way and asynchronous requests, for which no thread waits. A sender may have a
 * bounded amount of requests that the receiver has not begun, measured in units of memory. A receiver runs a bounded
 * number of them at once. State about arrivals is guarded by the poll lock. State about sent requests is used by any thread.
 *
 * <p>Requests of one thread to one object begin in the order in which they arrive, each when the one before it has ended or
 * waits. An arriving request begins at once, or is held back in one of two queues:
 *
 * <ul>
 *   <li>It is a successor of the call that runs before it, and has not been seen waiting. It begins on the thread of that call
 *       when the call ends. When the call is seen waiting, its successors go to the front of the delayed requests.
 *   <li>It is delayed, since there is no room, or since an earlier request is delayed. The first delayed request leaves as soon
 *       as there is room: it begins, or becomes a successor. Room comes when a call ends or is seen waiting, or when
 *       {@link #release} has lost its patience.
 * </ul>
 *
 * <p>Of one thread's calls to one object, at most one runs that has not been seen waiting. Its successors have all arrived
 * before those that are delayed.
 */
final class PipelinedCalls {
    /** Flow-control window: units that one receiver may have outstanding when the next request is sent. */
    private static final long WINDOW = 1024;
    private static final int BYTES_PER_UNIT = 8192;
    /** Bound on methods that run at once. Blocked methods are not counted. More threads would not get more cores. */
    private static final int MOST_RUNNING = Math.max(32, Runtime.getRuntime().availableProcessors());
    /**
     * One more method may run whenever none has ended for so long. A thread that waits for a lock, or inside the operating
     * system, does not count as blocked. What it waits for may be a request that is held back.
     */
    static final long PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(100);
    /** A longer time between two looks does not count, since the rank itself may have had no core. */
    static final long LONGEST_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Transport transport;
    private final RankBell bell;
    private final LongSupplier clock;
    private final int mostRunning;
    /** Units reserved for each receiver since the job began. */
    private final AtomicLongArray sent;
    /** The part of {@link #sent} that was never transmitted. It takes no part of the window. */
    private final AtomicLongArray cancelled;
    /** Units that each receiver has begun, as far as it has told. */
    private final AtomicLongArray acknowledged;
    /** Units from each sender that have begun here, and the value that the sender was last told. */
    private final long[] begun;
    private final long[] lastAcknowledged;
    private boolean owesAcknowledgements;
    /** Until this many units of a sender have begun, it gets an acknowledgement for each request. */
    private final long[] flushedTo;
    /** Requests that begin when there is room, in their order. They come before all that arrive later. */
    private final FrameQueue delayed = new FrameQueue();
    private final ArrayList<Order> running = new ArrayList<>(2 * MOST_RUNNING);
    /** Number of running calls that are blocked. */
    private int blocked;
    /** Number of methods that may run beyond the bound, since none had ended for a while. */
    private int beyond;
    /** Whether a call has ended since {@link #release} looked last, when that was, and for how long it has seen none end. */
    private boolean hasEnded;
    private long lookedAt;
    private long patientNs;
    /** Number of requests that are held back. Read by any thread. */
    private volatile int held;

    /**
     * A running pipelined call and the requests that must follow it. Each crew thread has one, and reuses it for its
     * calls.
     */
    static final class Order {
        private final Thread thread;
        private int caller;
        private int callingThread;
        private long object;
        private boolean isBlocked;
        /** Set by the thread itself, under the poll lock. */
        private boolean isRunning;
        /**
         * Odd while the thread waits for a part of its request, or for memory for what it sends. No request ends such a
         * wait, so the thread does not count as blocked. Written by the thread itself.
         */
        private volatile int dataWaits;
        private final FrameQueue successors = new FrameQueue();

        Order(Thread thread) {
            this.thread = thread;
        }

        /** Whether the thread runs a pipelined call. Called by the thread itself. */
        boolean isRunning() {
            return isRunning;
        }

        /** The thread begins or ends to wait for a part of its request, or for memory. */
        void countDataWait() {
            dataWaits = dataWaits + 1;
        }

        private boolean waitsInMethod(Predicate<Thread> isWaiting) {
            int before = dataWaits;
            return before % 2 == 0 && isWaiting.test(thread) && dataWaits == before;
        }

        private void take(Frame request) {
            isRunning = true;
            isBlocked = false;
            caller = request.sender();
            callingThread = RequestFrame.thread(request.bytes());
            object = RequestFrame.objectId(request.bytes());
        }

        private boolean isBefore(Frame request) {
            return !isBlocked && caller == request.sender() && callingThread == RequestFrame.thread(request.bytes())
                    && object == RequestFrame.objectId(request.bytes());
        }
    }

    /** @param clock in nanoseconds */
    PipelinedCalls(Transport transport, RankBell bell, LongSupplier clock) {
        this(transport, bell, clock, MOST_RUNNING);
    }

    /** @param mostRunning bound on methods that run at once */
    PipelinedCalls(Transport transport, RankBell bell, LongSupplier clock, int mostRunning) {
        this.mostRunning = mostRunning;
        this.transport = transport;
        this.bell = bell;
        this.clock = clock;
        sent = new AtomicLongArray(transport.size());
        cancelled = new AtomicLongArray(transport.size());
        acknowledged = new AtomicLongArray(transport.size());
        begun = new long[transport.size()];
        lastAcknowledged = new long[transport.size()];
        flushedTo = new long[transport.size()];
    }

    private static boolean isPipelined(Frame request) {
        return FrameKind.isPipelined(FrameHeader.kind(request.bytes()));
    }

    // ---- sending

    /**
     * Reserves flow-control units for a request. The request may leave once {@link #hasRoom} accepts the returned
     * number.
     */
    long reserve(int receiver, int length) {
        return sent.getAndAdd(receiver, units(length));
    }

    /** Returns the units of a request that was not sent after all. */
    void cancelReservation(int receiver, int length) {
        cancelled.addAndGet(receiver, units(length));
    }

    private static long units(int length) {
        return 1L + length / BYTES_PER_UNIT;
    }

    boolean hasRoom(int receiver, long before) {
        return before - cancelled.get(receiver) - acknowledged.get(receiver) <= WINDOW
                || LostRanks.ARE_SURVIVED && LostRanks.isLost(receiver);
    }

    /** Whether the next request would have room. */
    boolean hasRoom(int receiver) {
        return hasRoom(receiver, sent.get(receiver));
    }

    boolean allBegun(int receiver) {
        return haveBegun(receiver, toBegin(receiver));
    }

    /** Whether the first units have begun, or all if some of them were not sent after all. */
    boolean haveBegun(int receiver, long units) {
        return acknowledged.get(receiver) >= Math.min(units, toBegin(receiver))
                || LostRanks.ARE_SURVIVED && LostRanks.isLost(receiver);
    }

    /** Units that a receiver has not told to have begun. A small call takes one. */
    long notBegun(int receiver) {
        return Math.max(0, toBegin(receiver) - acknowledged.get(receiver));
    }

    /** Units that a receiver has to begin before it has begun all. */
    long toBegin(int receiver) {
        return sent.get(receiver) - cancelled.get(receiver);
    }

    /** Units of all requests ever reserved. */
    long reserved() {
        long all = 0;
        for (int receiver = 0; receiver < sent.length(); receiver++) {
            all += sent.get(receiver);
        }
        return all;
    }

    void acknowledgementArrived(Frame acknowledgement) {
        acknowledged.accumulateAndGet(acknowledgement.sender(), CountFrame.count(acknowledgement.bytes()),
                Math::max);
    }

    // ---- arriving

    /**
     * Lets a request begin that has arrived. Returns false if the request is held back.
     *
     * @param ofTaker of the thread that runs it
     */
    boolean tryBegin(Frame request, Order ofTaker) {
        if (followsDelayed(request)) {
            delay(request);
            return false;
        } else if (followsRunning(request)) {
            return false;
        } else if (isPipelined(request) && !hasRoom()) {
            delay(request);
            return false;
        }
        begin(request, ofTaker);
        return true;
    }

    /** A request that a thread waits for passes those that it need not follow. */
    private boolean followsDelayed(Frame request) {
        return !delayed.isEmpty()
                && (isPipelined(request) || delayed.anyMatch(earlier -> isSameOrder(earlier, request)));
    }

    private static boolean isSameOrder(Frame one, Frame other) {
        return one.sender() == other.sender()
                && RequestFrame.thread(one.bytes()) == RequestFrame.thread(other.bytes())
                && RequestFrame.objectId(one.bytes()) == RequestFrame.objectId(other.bytes());
    }

    /** Makes the request a successor of the running call before it. Returns false if there is none. */
    private boolean followsRunning(Frame request) {
        for (int i = 0; i < running.size(); i++) {
            Order order = running.get(i);
            if (order.isBefore(request)) {
                order.successors.addLast(hold(request));
                return true;
            }
        }
        return false;
    }

    private boolean hasRoom() {
        return running.size() - blocked < mostRunning + beyond;
    }

    /** Begins a request that {@link #pollDelayed} has returned. */
    void begin(Frame request, Order ofTaker) {
        if (isPipelined(request)) {
            running.add(ofTaker); // First, because it may run out of memory.
            ofTaker.take(request);
        }
    }

    private void delay(Frame request) {
        delayed.addLast(hold(request));
    }

    /** Whether {@link #pollDelayed} may return a request now. */
    boolean hasDelayed() {
        return !delayed.isEmpty() && (hasRoom() || !isPipelined(delayed.peek()));
    }

    /**
     * Removes and returns the first delayed request if it may begin now; null if none may. Call {@link #begin} or {@link
     * #delayAgain} next.
     */
    Frame pollDelayed() {
        while (hasDelayed()) {
            Frame first = delayed.poll();
            held--;
            if (!followsRunning(first)) {
                return first;
            }
        }
        return null;
    }

    /** Undoes {@link #pollDelayed}. */
    void delayAgain(Frame request) {
        delayed.addFirst(request);
        held++;
    }

    /**
     * A held request takes no room from others. The window of its sender bounds its memory. Returns the frame that has its
     * contents from now on.
     */
    private Frame hold(Frame request) {
        request.letOthersArrive();
        Frame kept = held < RequestQueue.BACKLOG ? request : transport.compact(request);
        held++;
        return kept;
    }

    /** Undoes {@link #tryBegin} or {@link #begin}: the thread could not take the request. */
    void withdraw(Order order) {
        running.remove(order);
        order.isRunning = false;
        if (order.isBlocked) {
            order.isBlocked = false;
            blocked--;
        }
        if (running.size() - blocked < mostRunning) {
            beyond = 0;
        }
    }

    /** A thread has taken the request. */
    void countBegun(Frame request) {
        if (isPipelined(request)) {
            countBegun(request.sender(), request.bytes().limit());
        }
    }

    /** Undoes {@link #end}: the thread could not take the returned request, so it comes first again. */
    void putBack(Frame next, Order order) {
        if (order.isRunning) {
            order.successors.addFirst(next);
            held++;
        } else {
            delayAgain(next);
        }
    }

    /** The refusal replaces a request that was never received whole. Counts the request as begun. */
    void refusalArrived(Frame refusal) {
        if (FrameKind.isPipelined(MemoryFrame.refusedKind(refusal.bytes()))) {
            countBegun(refusal.sender(), (int) MemoryFrame.wanted(refusal.bytes()));
        }
    }

    private void countBegun(int sender, int length) {
        begun[sender] += units(length);
        if (lastAcknowledged[sender] < flushedTo[sender] || begun[sender] - lastAcknowledged[sender] >= WINDOW / 4) {
            acknowledge(sender);
        }
    }

    /** Ends the thread's call. Returns the request that the thread runs next, or null. */
    Frame end(Order order) {
        hasEnded = true;
        Frame next = order.successors.poll();
        if (next != null) {
            held--;
            // Further requests may follow this one. That holds even for a request that the caller waits for, since the
            // caller may give up.
            return next;
        }
        withdraw(order);
        next = pollDelayed();
        if (next != null) {
            begin(next, order); // There is memory for it, since one has just been removed.
        }
        return next;
    }

    boolean isEmpty() {
        return held == 0;
    }

    /** Whether requests are held back. */
    boolean holdsSome() {
        return held > 0;
    }

    /**
     * Releases the successors of calls whose methods are blocked, because a method may wait for one of its own
     * successors. Lets one more method run if none has ended for a while. Called again and again while requests are held back.
     *
     * @param isWaiting whether a thread is blocked
     */
    void release(Predicate<Thread> isWaiting) {
        for (Order order : running) {
            boolean holds = !order.successors.isEmpty() || !delayed.isEmpty();
            if (holds && !order.isBlocked && order.waitsInMethod(isWaiting)) {
                order.isBlocked = true;
                blocked++;
                delayed.addAllFirst(order.successors);
            }
        }
        long now = clock.getAsLong();
        patientNs = delayed.isEmpty() || hasRoom() || hasEnded ? 0
                : patientNs + Math.min(now - lookedAt, LONGEST_LOOK_NS);
        lookedAt = now;
        hasEnded = false;
        if (patientNs >= PATIENCE_NS) {
            beyond++;
            patientNs = 0;
        }
    }

    /** Whether a request is held back. */
    boolean holds(int sender, long callId) {
        return isOneOf(delayed, sender, callId)
                || running.stream().anyMatch(order -> isOneOf(order.successors, sender, callId));
    }

    static boolean isOneOf(FrameQueue frames, int sender, long callId) {
        return frames.anyMatch(frame -> frame.sender() == sender
                && FrameHeader.callId(frame.bytes()) == callId
                && FrameKind.isCall(FrameHeader.kind(frame.bytes())));
    }

    /** Acknowledges all begun requests of a rank now, and from now on each one that begins among its first units. */
    void flush(int sender, long units) {
        flushedTo[sender] = Math.max(flushedTo[sender], units);
        acknowledge(sender);
    }

    /** Whether an acknowledgement could not be sent for lack of memory. */
    boolean owesAcknowledgements() {
        return owesAcknowledgements;
    }

    /** Sends all outstanding acknowledgements. */
    void acknowledgeAll() {
        owesAcknowledgements = false;
        for (int rank = 0; rank < begun.length; rank++) {
            if (lastAcknowledged[rank] != begun[rank]) {
                acknowledge(rank);
            }
        }
    }

    private void acknowledge(int sender) {
        try {
            sendAcknowledgement(sender);
            lastAcknowledged[sender] = begun[sender];
        } catch (OutOfMemoryError e) {
            owesAcknowledgements = true;
        }
    }

    private void sendAcknowledgement(int sender) {
        Frame frame = transport.acquire(CountFrame.LENGTH);
        CountFrame.put(frame.bytes(), FrameKind.ACKNOWLEDGEMENT, begun[sender]);
        transport.send(sender, frame);
        bell.ringReceiver(sender, Addressee.CREW, transport.isDrained());
    }
}
