package org.rmi4mpi.dispatch;

import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Predicate;
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
 * number of them at once. Requests that a thread sends to the same object afterwards wait here until the earlier call
 * ends. State about arrivals is guarded by the poll lock. State about sent requests is used by any thread.
 */
final class PipelinedCalls {
    /** Flow-control window: units that one receiver may have outstanding when the next request is sent. */
    private static final long WINDOW = 1024;
    private static final int BYTES_PER_UNIT = 8192;
    /** Bound on methods that run at once. Blocked methods are not counted. */
    private static final int MAX_RUNNING = 256;

    private final Transport transport;
    private final RankBell bell;
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
    private final FrameQueue delayed = new FrameQueue();
    private final ArrayList<Order> running = new ArrayList<>(2 * MAX_RUNNING);
    /** Number of running calls that are blocked. */
    private int blocked;
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
         * Odd while the thread waits for a part of its request. Its method has not begun then, so the successors go on
         * waiting. Written by the thread itself.
         */
        private volatile int requestWaits;
        private final FrameQueue successors = new FrameQueue();

        Order(Thread thread) {
            this.thread = thread;
        }

        /** Whether the thread runs a pipelined call. Called by the thread itself. */
        boolean isRunning() {
            return isRunning;
        }

        /** The thread begins or ends to wait for a part of its request. */
        void countRequestWait() {
            requestWaits = requestWaits + 1;
        }

        private boolean waitsInMethod(Predicate<Thread> isWaiting) {
            int before = requestWaits;
            return before % 2 == 0 && isWaiting.test(thread) && requestWaits == before;
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

    PipelinedCalls(Transport transport, RankBell bell) {
        this.transport = transport;
        this.bell = bell;
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
        return before - cancelled.get(receiver) - acknowledged.get(receiver) <= WINDOW;
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
        return acknowledged.get(receiver) >= Math.min(units, toBegin(receiver));
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
     * Lets a request begin. Returns false if the request is held back, because its predecessor runs or too many calls
     * run.
     */
    boolean tryBegin(Frame request, Order ofTaker) {
        for (int i = 0; i < running.size(); i++) {
            Order order = running.get(i);
            if (order.isBefore(request)) {
                order.successors.addLast(request);
                hold(request);
                return false;
            }
        }
        if (!isPipelined(request)) {
            return true;
        } else if (running.size() - blocked >= MAX_RUNNING) {
            delayed.addLast(request);
            hold(request);
            return false;
        }
        running.add(ofTaker); // First, because it may run out of memory.
        ofTaker.take(request);
        return true;
    }

    /** A held request takes no room from others. The window of its sender bounds its memory. */
    private void hold(Frame request) {
        held++;
        request.letOthersArrive();
    }

    /** Undoes {@link #tryBegin}: the thread could not take the request. */
    void withdraw(Order order) {
        running.remove(order);
        order.isRunning = false;
    }

    /** A thread has taken the request. */
    void countBegun(Frame request) {
        if (isPipelined(request)) {
            countBegun(request.sender(), request.bytes().limit());
        }
    }

    /** Undoes {@link #end}: the thread could not take the returned request, so it comes first again. */
    void putBack(Frame next, Order order) {
        order.successors.addFirst(next);
        held++;
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
        Frame next = order.successors.poll();
        if (next != null) {
            held--;
            // Further requests may follow this one. That holds even for a request that the caller waits for, since the
            // caller may give up.
            return next;
        }
        running.remove(order);
        order.isRunning = false;
        if (order.isBlocked) {
            blocked--;
        }
        next = pollDelayed();
        return next != null && tryBegin(next, order) ? next : null;
    }

    private Frame pollDelayed() {
        held -= delayed.isEmpty() ? 0 : 1;
        return delayed.poll();
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
     * successors. Then lets delayed requests begin up to the bound.
     *
     * @param isWaiting whether a thread is blocked
     * @param requests receives the released requests at its front
     */
    void release(Predicate<Thread> isWaiting, FrameQueue requests) {
        FrameQueue next = new FrameQueue();
        for (Order order : running) {
            boolean holds = !order.successors.isEmpty() || !delayed.isEmpty();
            if (holds && !order.isBlocked && order.waitsInMethod(isWaiting)) {
                order.isBlocked = true;
                blocked++;
                held -= order.successors.size();
                requests.addAllFirst(order.successors);
            }
        }
        for (int room = MAX_RUNNING - (running.size() - blocked); room > 0 && !delayed.isEmpty(); room--) {
            next.addLast(pollDelayed());
        }
        requests.addAllFirst(next);
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
