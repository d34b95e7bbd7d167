package org.rmi4mpi.dispatch;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.rmi4mpi.dispatch.Counters.Count;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameQueue;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.wire.CountFrame;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;

/**
 * Queues frames for the crew: requests, and replies that no thread waits for. Guarded by the poll lock except where
 * noted. When memory runs out while a frame is taken, the frame stays in the queue.
 */
final class RequestQueue {
    /** This many frames stay in the memory in which they arrived. Further ones are compacted. */
    static final int BACKLOG = 32;

    private final Transport transport;
    private final PipelinedCalls pipelined;
    private final Probe probe;
    private final FrameQueue frames = new FrameQueue();
    /** Calls that a thread skips while it searches for other frames. */
    private final FrameQueue passedOver = new FrameQueue();
    /** Length of the queue, and one more if a delayed call may begin, for threads without the lock. */
    private final AtomicInteger size = new AtomicInteger();
    /** Whether the frame that was polled last is a delayed call. */
    private boolean wasDelayed;
    private final CallerBindings bindings;

    RequestQueue(Transport transport, PipelinedCalls pipelined, CallerBindings bindings, Probe probe) {
        this.transport = transport;
        this.pipelined = pipelined;
        this.bindings = bindings;
        this.probe = probe;
    }

    /** May be called by any thread. */
    boolean hasSome() {
        return size.getOpaque() != 0;
    }

    boolean isEmpty() {
        return frames.isEmpty() && !pipelined.hasDelayed();
    }

    private void publishSize() {
        publishSize(frames.size());
    }

    private void publishSize(int queued) {
        size.setOpaque(queued + (pipelined.hasDelayed() ? 1 : 0));
    }

    void add(Frame frame) {
        publishSize(frames.size() + 1);
        frames.addLast(frames.size() < BACKLOG ? frame : transport.compact(frame));
        probe.count(Count.MOST_WAITING, frames.size());
    }

    /** Whether requests were handed to threads that have not begun them. */
    boolean hasHanded() {
        return bindings.hasHanded();
    }

    /** Takes the request that was handed to a thread. */
    Frame takeHanded(RequestTaker owner) {
        Frame request = owner.binding().handed();
        owner.begin(request);
        bindings.beginHanded(owner.binding()); // Only now, since the thread may lack the memory to begin.
        return request;
    }

    /** Unbinds a thread. A request that was handed to it comes first again. */
    void unbind(RequestTaker owner) {
        Frame request = owner.binding().handed();
        if (request != null) {
            frames.addFirst(request);
            publishSize();
            bindings.beginHanded(owner.binding());
        }
        bindings.unbind(owner.binding());
    }

    /** Returns the next frame for a thread. Returns null if there is none, or if the thread has to leave it to others. */
    Frame take(RequestTaker taker) {
        try {
            for (Frame frame = poll(); frame != null; frame = poll()) {
                try {
                    CallerBinding runner = bindings.runner(frame, taker.binding());
                    if (runner == null) {
                        putBack(frame);
                        taker.leavesRequests = true;
                        return null;
                    } else if (runner != taker.binding()) {
                        hand(frame, runner, taker);
                    } else if (accept(frame, taker)) {
                        return frame;
                    }
                } catch (OutOfMemoryError e) {
                    putBack(frame);
                    throw e;
                }
            }
            return null;
        } finally {
            publishSize();
        }
    }

    /** Delayed calls come first, since they have arrived before. */
    private Frame poll() {
        Frame delayed = pipelined.pollDelayed();
        wasDelayed = delayed != null;
        return wasDelayed ? delayed : frames.poll();
    }

    private void putBack(Frame polled) {
        if (wasDelayed) {
            pipelined.delayAgain(polled);
        } else {
            frames.addFirst(polled);
        }
    }

    /** Begins a call that has arrived, or was delayed. Returns false if it is held back. */
    private boolean tryBegin(Frame call, RequestTaker taker) {
        if (wasDelayed) {
            pipelined.begin(call, taker.order());
            return true;
        }
        return pipelined.tryBegin(call, taker.order());
    }

    private void hand(Frame call, CallerBinding runner, RequestTaker taker) {
        if (tryBegin(call, taker)) {
            bindings.hand(call, runner);
            taker.hasHandedOver = true;
            taker.hasHandedLast = true;
        }
    }

    /** Works as {@link #take}, for a thread that cannot run calls: calls stay in the queue. */
    Frame takeButCalls(RequestTaker taker) {
        try {
            wasDelayed = false;
            for (Frame frame = frames.poll(); frame != null; frame = frames.poll()) {
                if (isCall(frame)) {
                    passedOver.addLast(frame);
                } else if (acceptOrPutBack(frame, taker)) {
                    return frame;
                }
            }
            return null;
        } finally {
            frames.addAllFirst(passedOver);
            publishSize();
        }
    }

    private boolean acceptOrPutBack(Frame frame, RequestTaker taker) {
        try {
            return accept(frame, taker);
        } catch (OutOfMemoryError e) {
            frames.addFirst(frame);
            throw e;
        }
    }

    private static boolean isCall(Frame frame) {
        return FrameKind.isCall(FrameHeader.kind(frame.bytes()));
    }

    /** Returns false if the frame has been handled here or is held back. */
    private boolean accept(Frame frame, RequestTaker taker) {
        byte kind = FrameHeader.kind(frame.bytes());
        if (kind == FrameKind.FLUSH) {
            pipelined.flush(frame.sender(), CountFrame.count(frame.bytes()));
            frame.release();
            return false;
        } else if (kind == FrameKind.REFUSED) {
            taker.begin(frame);
            pipelined.refusalArrived(frame);
            return true;
        } else if (!FrameKind.isCall(kind)) {
            taker.begin(frame);
            return true;
        }
        return tryBegin(frame, taker) && beginTaken(frame, taker);
    }

    private boolean beginTaken(Frame call, RequestTaker taker) {
        boolean done = false;
        try {
            taker.begin(call);
            done = true;
        } finally {
            if (!done && taker.order().isRunning()) {
                pipelined.withdraw(taker.order());
            }
        }
        pipelined.countBegun(call);
        return true;
    }

    /** Removes the first frame if it is a call, and counts it as begun. Returns null otherwise. */
    Frame takeToRefuse() {
        Frame call = poll();
        if (call != null && isCall(call)) {
            pipelined.countBegun(call);
        } else if (call != null) {
            putBack(call);
            call = null;
        }
        publishSize();
        return call;
    }

    /** Ends the thread's pipelined call. Returns a request that had to wait for this end, or null. */
    Frame takeDelayed(RequestTaker taker) {
        Frame next = null;
        boolean done = false;
        try {
            next = pipelined.end(taker.order());
            if (next != null) {
                taker.begin(next);
            }
            done = true;
            if (next != null) {
                pipelined.countBegun(next);
            }
            return next;
        } finally {
            if (!done && next != null) {
                pipelined.putBack(next, taker.order());
            }
            publishSize();
        }
    }

    /** Lets requests run that are queued behind a call which is now blocked. */
    void release(Predicate<Thread> isParked) {
        pipelined.release(isParked);
        publishSize();
    }

    /** Whether a call is queued or held back, and has not begun. */
    boolean holds(int sender, long callId) {
        return bindings.holds(sender, callId) || pipelined.holds(sender, callId)
                || PipelinedCalls.isOneOf(frames, sender, callId);
    }
}
