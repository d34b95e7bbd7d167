package org.rmi4mpi.transport;

import java.nio.ByteBuffer;

/**
 * One message, or the memory for one; in one {@link FrameQueue} at most. It has one owner at a time: who has acquired it,
 * until it is sent or released; then the transport; then who is handed it as it arrives, until that releases it. A {@link
 * FrameBuilder} owns what it writes, and goes on owning what has left as soon as it was sent.
 */
public abstract class Frame {
    /** The one behind it in its queue. */
    Frame next;
    /** Owns it; null where it is another one's. Of the thread that writes the frame. */
    FrameBuilder builder;

    /**
     * In native byte order. For its writer, position is where the next byte goes and limit the capacity;
     * for its reader, position 0 is the first byte and limit the length.
     */
    public abstract ByteBuffer bytes();

    /** The rank that it came from. */
    public abstract int sender();

    /** Gives the memory back; nobody may touch the frame afterwards. */
    public abstract void release();

    /**
     * For transports: what has been sent is on its way, and is the transport's. By the thread that sends, before any other
     * one sees the frame.
     */
    public final void takenByTransport() {
        FrameBuilder before = builder;
        if (before != null) {
            builder = null;
            before.taken(this);
        }
    }

    /** For transports: it left as it was sent. It stays with its builder; one without is released. */
    public final void leftAtOnce() {
        if (builder == null) {
            release();
        }
    }
}
