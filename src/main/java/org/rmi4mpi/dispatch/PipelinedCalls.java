package org.rmi4mpi.dispatch;

import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Predicate;
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
 * One-way and asynchronous requests in both directions. Their sender does not wait for their end, so that they are bounded:
 * at the sender by how many the receiver has not begun to run, counted by their memory; at the receiver by how many run.
 * And what a thread sends to an object next waits here for their end. What arrives is under the poll lock, what is sent is
 * any thread's.
 */
final class PipelinedCalls {
    /** What a sender may have under way to one rank, and one more. */
    private static final long WINDOW = 1024;
    private static final int BYTES_OF_UNIT = 8192;
    /** Methods that run; others come after them. Those that wait for something are not counted. */
    private static final int RUNNING = 256;

    private final Transport transport;
    private final RankBell bell;
    private final AtomicLongArray sent;
    /** Of these, what has not left after all: it takes no room of those that were counted later. */
    private final AtomicLongArray takenBack;
    private final AtomicLongArray acknowledged;
    private final long[] begun;
    private final long[] told;
    private boolean owes;
    /** Ranks that wait to be told of all. */
    private final boolean[] waiting;
    private final FrameQueue delayed = new FrameQueue();
    private final ArrayList<Order> running = new ArrayList<>(2 * RUNNING);
    /** How many of these wait for something. */
    private int waitingOnes;
    /** How many requests wait for the end of others; read by any thread. */
    private volatile int held;

    /** A pipelined call that runs, and what has to come after it. A thread has one, for its calls in turn. */
    static final class Order {
        private final Thread thread;
        private int caller;
        private int callingThread;
        private long object;
        private boolean waits;
        /** Set under the poll lock by the thread itself. */
        private boolean isRunning;
        private final FrameQueue successors = new FrameQueue();

        Order(Thread thread) {
            this.thread = thread;
        }

        /** Whether others may come after what the thread runs. For itself. */
        boolean isRunning() {
            return isRunning;
        }

        private void take(Frame request) {
            isRunning = true;
            waits = false;
            caller = request.sender();
            callingThread = RequestFrame.thread(request.bytes());
            object = RequestFrame.objectId(request.bytes());
        }

        private boolean isBefore(Frame request) {
            return !waits && caller == request.sender() && callingThread == RequestFrame.thread(request.bytes())
                    && object == RequestFrame.objectId(request.bytes());
        }
    }

    PipelinedCalls(Transport transport, RankBell bell) {
        this.transport = transport;
        this.bell = bell;
        sent = new AtomicLongArray(transport.size());
        takenBack = new AtomicLongArray(transport.size());
        acknowledged = new AtomicLongArray(transport.size());
        begun = new long[transport.size()];
        told = new long[transport.size()];
        waiting = new boolean[transport.size()];
    }

    private static boolean isPipelined(Frame request) {
        return FrameKind.isPipelined(FrameHeader.kind(request.bytes()));
    }

    // ---- sent

    /** Counts a request of so many bytes; it may leave when {@link #hasRoom} of what this returns. */
    long count(int receiver, int length) {
        return sent.getAndAdd(receiver, units(length));
    }

    /** A request of so many bytes that was counted has not left. */
    void takeBack(int receiver, int length) {
        takenBack.addAndGet(receiver, units(length));
    }

    private static long units(int length) {
        return 1 + length / BYTES_OF_UNIT;
    }

    boolean hasRoom(int receiver, long before) {
        return before - takenBack.get(receiver) - acknowledged.get(receiver) <= WINDOW;
    }

    boolean allBegun(int receiver) {
        return acknowledged.get(receiver) + takenBack.get(receiver) == sent.get(receiver);
    }

    /** How much was ever counted. */
    long counted() {
        long all = 0;
        for (int receiver = 0; receiver < sent.length(); receiver++) {
            all += sent.get(receiver);
        }
        return all;
    }

    void acknowledged(Frame acknowledgement) {
        acknowledged.accumulateAndGet(acknowledgement.sender(), CountFrame.count(acknowledgement.bytes()),
                Math::max);
    }

    // ---- arrived

    /** Returns false where the request is kept for later: since its predecessor runs, or too many run. */
    boolean begin(Frame request, Order ofTaker) {
        for (int i = 0; i < running.size(); i++) {
            Order order = running.get(i);
            if (order.isBefore(request)) {
                order.successors.addLast(request);
                held++;
                return false;
            }
        }
        if (!isPipelined(request)) {
            return true;
        } else if (running.size() - waitingOnes >= RUNNING) {
            delayed.addLast(request);
            held++;
            return false;
        }
        running.add(ofTaker); // first, for there may be no memory for it
        ofTaker.take(request);
        return true;
    }

    /** What {@link #begin} has let begin does not: its thread could not take it. */
    void withdraw(Order order) {
        running.remove(order);
        order.isRunning = false;
    }

    /** A thread has taken the request. */
    void begun(Frame request) {
        if (isPipelined(request)) {
            countBegun(request.sender(), request.bytes().limit());
        }
    }

    /** What {@link #end} has returned could not be taken: it is the next one again. */
    void putBack(Frame next, Order order) {
        order.successors.addFirst(next);
        held++;
    }

    /** A request whose place this takes has not come whole; its sender counts it as begun. */
    void refused(Frame refusal) {
        if (FrameKind.isPipelined(MemoryFrame.refusedKind(refusal.bytes()))) {
            countBegun(refusal.sender(), (int) MemoryFrame.wanted(refusal.bytes()));
        }
    }

    private void countBegun(int sender, int length) {
        begun[sender] += units(length);
        if (waiting[sender] || begun[sender] - told[sender] >= WINDOW / 4) {
            tell(sender);
        }
    }

    /** What a thread ran has ended; returns the request that it runs next, or null. */
    Frame end(Order order) {
        Frame next = order.successors.poll();
        if (next != null) {
            held--;
            return next; // others may come after it, also where its caller was to wait: it may have given up
        }
        running.remove(order);
        order.isRunning = false;
        if (order.waits) {
            waitingOnes--;
        }
        next = pollDelayed();
        return next != null && begin(next, order) ? next : null;
    }

    private Frame pollDelayed() {
        held -= delayed.isEmpty() ? 0 : 1;
        return delayed.poll();
    }

    boolean isEmpty() {
        return held == 0;
    }

    /** Whether requests wait for the end of others. */
    boolean holdsSome() {
        return held > 0;
    }

    /**
     * A method that waits for something does not hold up what comes after it, which may be what it waits for.
     *
     * @param isWaiting whether a thread does
     * @param requests where the requests that may be run now come first
     */
    void release(Predicate<Thread> isWaiting, FrameQueue requests) {
        FrameQueue next = new FrameQueue();
        for (Order order : running) {
            boolean holds = !order.successors.isEmpty() || !delayed.isEmpty();
            if (holds && !order.waits && isWaiting.test(order.thread)) {
                order.waits = true;
                waitingOnes++;
                held -= order.successors.size();
                requests.addAllFirst(order.successors);
            }
        }
        for (int room = RUNNING - (running.size() - waitingOnes); room > 0 && !delayed.isEmpty(); room--) {
            next.addLast(pollDelayed());
        }
        requests.addAllFirst(next);
    }

    /** Whether a request is kept here. */
    boolean holds(int sender, long callId) {
        return isOneOf(delayed, sender, callId)
                || running.stream().anyMatch(order -> isOneOf(order.successors, sender, callId));
    }

    static boolean isOneOf(FrameQueue frames, int sender, long callId) {
        return frames.anyMatch(frame -> frame.sender() == sender
                && FrameHeader.callId(frame.bytes()) == callId
                && FrameKind.isCall(FrameHeader.kind(frame.bytes())));
    }

    /** Tells a rank how many of its requests have been begun, and of each that is begun from now on. */
    void flush(int sender) {
        waiting[sender] = true;
        tell(sender);
    }

    /** Whether there was no memory to tell a rank what it waits for. */
    boolean owes() {
        return owes;
    }

    /** Tells all ranks, once more. */
    void tellAll() {
        owes = false;
        for (int rank = 0; rank < begun.length; rank++) {
            if (told[rank] != begun[rank]) {
                tell(rank);
            }
        }
    }

    private void tell(int sender) {
        try {
            sendCount(sender);
            told[sender] = begun[sender];
        } catch (OutOfMemoryError e) {
            owes = true;
        }
    }

    private void sendCount(int sender) {
        Frame frame = transport.acquire(CountFrame.LENGTH);
        CountFrame.put(frame.bytes(), FrameKind.ACKNOWLEDGEMENT, begun[sender]);
        transport.send(sender, frame);
        bell.sent(sender, true, transport.isDrained());
    }
}
