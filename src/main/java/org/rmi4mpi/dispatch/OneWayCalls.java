package org.rmi4mpi.dispatch;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLongArray;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.wire.CallFrame;

/**
 * One-way requests in both directions. Nobody waits for their end, so that they are bounded: at the sender by how many the
 * receiver has not begun to run, counted by their memory; at the receiver by how many run. What arrives is under the poll
 * lock, what is sent is any thread's.
 */
final class OneWayCalls {
    /** What a sender may have under way to one rank, and one more. */
    private static final long WINDOW = 1024;
    private static final int BYTES_OF_UNIT = 8192;
    /** Methods that run, or have parked; others come after them. */
    private static final int RUNNING = 256;

    private final Transport transport;
    private final AtomicLongArray sent;
    private final AtomicLongArray acknowledged;
    private final long[] begun;
    private final long[] told;
    private final ArrayDeque<Frame> delayed = new ArrayDeque<>();
    private int running;

    OneWayCalls(Transport transport) {
        this.transport = transport;
        sent = new AtomicLongArray(transport.size());
        acknowledged = new AtomicLongArray(transport.size());
        begun = new long[transport.size()];
        told = new long[transport.size()];
    }

    // ---- sent

    /** Counts a request of so many bytes; it may leave when {@link #hasRoom} of what this returns. */
    long count(int receiver, int length) {
        return sent.getAndAdd(receiver, units(length));
    }

    private static long units(int length) {
        return 1 + length / BYTES_OF_UNIT;
    }

    boolean hasRoom(int receiver, long before) {
        return before - acknowledged.get(receiver) <= WINDOW;
    }

    boolean allBegun(int receiver) {
        return acknowledged.get(receiver) == sent.get(receiver);
    }

    void acknowledged(Frame acknowledgement) {
        acknowledged.accumulateAndGet(acknowledgement.sender(), acknowledgement.bytes().getLong(CallFrame.COUNT),
                Math::max);
    }

    // ---- arrived

    /** Returns false where so many run that it is kept for later. */
    boolean begin(Frame request) {
        if (running >= RUNNING) {
            delayed.add(request);
            return false;
        }
        running++;
        int sender = request.sender();
        begun[sender] += units(request.bytes().limit());
        if (begun[sender] - told[sender] >= WINDOW / 4) {
            tell(sender);
        }
        return true;
    }

    /** A method has ended; returns the request whose method is next, or null. */
    Frame end() {
        running--;
        Frame next = delayed.poll();
        if (next != null) {
            begin(next);
        }
        return next;
    }

    boolean isEmpty() {
        return delayed.isEmpty();
    }

    /** Tells a rank how many of its requests have been begun. */
    void tell(int sender) {
        told[sender] = begun[sender];
        Frame frame = transport.acquire(CallFrame.ACKNOWLEDGEMENT);
        frame.bytes()
                .put(CallFrame.KIND, CallFrame.KIND_ACKNOWLEDGEMENT)
                .put(CallFrame.VERSION_OFFSET, CallFrame.VERSION)
                .putLong(CallFrame.COUNT, begun[sender])
                .position(CallFrame.ACKNOWLEDGEMENT);
        if (transport.send(sender, frame)) {
            frame.release();
        }
    }
}
