package org.rmi4mpi.dispatch;

import java.util.concurrent.atomic.AtomicInteger;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameQueue;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;

/**
 * Requests, and replies that no thread waits for, which the crew has not taken yet. Under the poll lock, but where it says
 * otherwise. A frame that cannot be taken for want of memory stays.
 */
final class RequestQueue {
    /** Requests that wait in the memory in which they came; more of them take as little as they need. */
    private static final int BACKLOG = 32;
    private final Transport transport;
    private final PipelinedCalls pipelined;
    private final Probe probe;
    private final FrameQueue frames = new FrameQueue();
    /** Calls that a thread passes over while it looks for other frames. */
    private final FrameQueue passedOver = new FrameQueue();
    /** How many frames there are; for those who do not have the lock. */
    private final AtomicInteger size = new AtomicInteger();

    RequestQueue(Transport transport, PipelinedCalls pipelined, Probe probe) {
        this.transport = transport;
        this.pipelined = pipelined;
        this.probe = probe;
    }

    /** Any thread may ask. */
    boolean hasSome() {
        return size.getOpaque() != 0;
    }

    boolean isEmpty() {
        return frames.isEmpty();
    }

    private void publishSize(int now) {
        size.setOpaque(now);
    }

    void add(Frame frame) {
        publishSize(frames.size() + 1);
        frames.addLast(frames.size() < BACKLOG ? frame : transport.compact(frame));
        probe.waiting(frames.size());
    }

    /** The next frame that a thread runs; null where there is none. */
    Frame take(CrewThread taker) {
        for (Frame frame = frames.poll(); frame != null; frame = frames.poll()) {
            try {
                publishSize(frames.size());
                if (takes(frame, taker)) {
                    return frame;
                }
            } catch (OutOfMemoryError e) {
                frames.addFirst(frame);
                throw e;
            }
        }
        return null;
    }

    /** As {@link #take}, for a thread that cannot run a call: those stay where they are. */
    Frame takeButCalls(CrewThread taker) {
        try {
            for (Frame frame = frames.poll(); frame != null; frame = frames.poll()) {
                if (isCall(frame)) {
                    passedOver.addLast(frame);
                } else if (takesOrPutsBack(frame, taker)) {
                    return frame;
                }
            }
            return null;
        } finally {
            frames.addAllFirst(passedOver);
            publishSize(frames.size());
        }
    }

    private boolean takesOrPutsBack(Frame frame, CrewThread taker) {
        try {
            return takes(frame, taker);
        } catch (OutOfMemoryError e) {
            frames.addFirst(frame);
            throw e;
        }
    }

    private static boolean isCall(Frame frame) {
        return FrameKind.isCall(FrameHeader.kind(frame.bytes()));
    }

    /** Returns false where the frame is dealt with here, or waits for others. */
    private boolean takes(Frame frame, CrewThread taker) {
        byte kind = FrameHeader.kind(frame.bytes());
        if (kind == FrameKind.FLUSH) {
            pipelined.flush(frame.sender());
            frame.release();
            return false;
        } else if (kind == FrameKind.REFUSED) {
            taker.begins(frame);
            pipelined.refused(frame);
            return true;
        } else if (!FrameKind.isCall(kind)) {
            taker.begins(frame);
            return true;
        }
        return pipelined.begin(frame, taker.order()) && begins(frame, taker);
    }

    private boolean begins(Frame call, CrewThread taker) {
        boolean done = false;
        try {
            taker.begins(call);
            done = true;
        } finally {
            if (!done && taker.order().isRunning()) {
                pipelined.withdraw(taker.order());
            }
        }
        pipelined.begun(call);
        return true;
    }

    /** The first frame, where that is a call; else null. It counts as begun. */
    Frame takeToRefuse() {
        Frame call = frames.peek();
        if (call == null || !isCall(call)) {
            return null;
        }
        publishSize(frames.size() - 1);
        frames.poll();
        pipelined.begun(call);
        return call;
    }

    /** A thread has ended a call that others may come after; the one that has been waiting for that, or null. */
    Frame takeDelayed(CrewThread taker) {
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
        }
    }

    /** Requests that wait for the end of one before them may be run where that waits for something. */
    void release() {
        pipelined.release(CrewThread::isParked, frames);
        publishSize(frames.size());
    }

    /** Whether a call has not begun yet, but waits for others. */
    boolean holds(int sender, long callId) {
        return pipelined.holds(sender, callId) || PipelinedCalls.isOneOf(frames, sender, callId);
    }
}
