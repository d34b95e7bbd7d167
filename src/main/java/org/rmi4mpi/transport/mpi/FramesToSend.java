package org.rmi4mpi.transport.mpi;

import org.rmi4mpi.bridge.DirectMemory;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameBuilder;
import org.rmi4mpi.transport.FrameQueue;

/** The memory of frames that are written and have not left yet. Any thread may call. */
final class FramesToSend {
    private static final int SPARES = 64;
    /**
     * How long large frames are asked for again where the JVM has no direct memory. Other frames may leave or be read,
     * and the program may drop buffers. None of these is certain.
     */
    private static final long SCARCE_FOR_NS = 5_000_000_000L;

    private final MpiTransport transport;
    /** Frames that have left, kept for reuse. Replies can thus be sent when no memory is left. */
    private final FrameQueue spares = new FrameQueue();
    private final RoomToSend room;
    /** Whether the last attempt to allocate has failed, and the time since which all have failed. */
    private volatile boolean isScarce;
    private volatile long scarceSince;
    /** No memory for a large frame is requested before this time, in the time of {@link System#nanoTime}. */
    private volatile long scarceUntil = System.nanoTime();

    FramesToSend(MpiTransport transport) {
        this.transport = transport;
        room = new RoomToSend(LargeArrivals.ROOM, transport.bell()::isWaiting);
    }

    Frame acquire(int capacity) {
        Frame spare = capacity == FrameBuilder.KEPT ? takeSpare() : null;
        return spare != null ? spare : MpiFrame.toSend(transport.recycler(), capacity);
    }

    private Frame takeSpare() {
        synchronized (spares) {
            return spares.poll();
        }
    }

    /** Keeps a frame that has left for reuse. Returns false if it is not kept. */
    boolean tryKeep(MpiFrame left) {
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

    /** A large frame has given its room back. */
    void release(MpiFrame frame) {
        room.release(frame);
    }

    /**
     * Null if there is no room now, or no memory for a short time.
     *
     * @throws OutOfMemoryError if there is no memory
     */
    Frame tryLarge(MpiFrame grown, int capacity) {
        if (System.nanoTime() - scarceUntil < 0) {
            return null;
        }
        int more = capacity - (grown == null ? 0 : grown.room());
        if (!room.tryTake(more, grown)) {
            return null;
        }
        MpiFrame frame = null;
        try {
            frame = MpiFrame.toSend(transport.recycler(), capacity);
            frame.setWriter(Thread.currentThread());
            room.give(frame, capacity, grown);
            if (isScarce) {
                isScarce = false;
            }
            return frame;
        } catch (OutOfMemoryError e) {
            if (givesUp(capacity)) {
                throw e;
            }
            return null;
        } finally {
            if (frame == null) {
                room.giveBack(more);
            }
        }
    }

    /** Returns true if nobody will free memory for a frame, or nobody has for long. */
    private boolean givesUp(int capacity) {
        long now = System.nanoTime();
        if (!isScarce) {
            isScarce = true;
            scarceSince = now;
        }
        scarceUntil = now + MpiTransport.SCARCE_NS;
        boolean isAlone = room.hasOnly(capacity) && transport.holdsNoOther();
        if (isAlone || now - scarceSince > SCARCE_FOR_NS || capacity > DirectMemory.limit()) {
            isScarce = false; // The next frame has its own time.
            return true;
        }
        return false;
    }
}
