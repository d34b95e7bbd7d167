package org.rmi4mpi.transport.mpi;

import java.util.concurrent.atomic.AtomicLong;
import org.rmi4mpi.bridge.DirectMemory;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameBuilder;
import org.rmi4mpi.transport.FrameQueue;

/** The memory of frames that are written and have not left yet. Any thread may call. */
final class FramesToSend {
    private static final int SPARES = 64;

    private final MpiTransport transport;
    /** Frames that have left, kept for reuse. Replies can thus be sent when no memory is left. */
    private final FrameQueue spares = new FrameQueue();
    /** Bytes of the large frames that are being written or have not left yet. */
    private final AtomicLong sending = new AtomicLong();
    /** No memory for a large frame is requested before this time, in the time of {@link System#nanoTime}. */
    private volatile long scarceUntil = System.nanoTime();

    FramesToSend(MpiTransport transport) {
        this.transport = transport;
    }

    Frame acquire(int capacity) {
        Frame spare = capacity == FrameBuilder.KEPT ? takeSpare() : null;
        return spare != null ? spare : MpiFrame.toSend(transport, capacity);
    }

    private Frame takeSpare() {
        synchronized (spares) {
            return spares.poll();
        }
    }

    /** Keeps a frame that has left for reuse. Returns false if it is not kept. */
    boolean keeps(MpiFrame left) {
        if (left.slot() == null || left.bytes().capacity() != FrameBuilder.KEPT) {
            return false;
        }
        synchronized (spares) {
            if (spares.size() >= SPARES) {
                return false;
            }
            spares.addLast(left);
            return true;
        }
    }

    /** Null if there is no room or no memory for a large frame now. */
    Frame tryLarge(int capacity) {
        if (System.nanoTime() - scarceUntil < 0) {
            return null;
        }
        long taken = sending.addAndGet(capacity);
        boolean done = false;
        try {
            if (taken > capacity && taken > LargeArrivals.ROOM) {
                return null;
            }
            MpiFrame frame = MpiFrame.toSend(transport, capacity);
            frame.takesRoom(capacity, sending);
            done = true;
            return frame;
        } catch (OutOfMemoryError e) {
            scarceUntil = System.nanoTime() + MpiTransport.SCARCE_NS;
            if (capacity > DirectMemory.limit()) {
                throw e;
            }
            return null;
        } finally {
            if (!done) {
                sending.addAndGet(-capacity);
            }
        }
    }
}
