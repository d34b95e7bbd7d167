package org.rmi4mpi.transport;

import java.nio.ByteBuffer;

/**
 * One message, or the memory for one. A frame has one owner at a time: the thread that acquired it until it is sent or
 * released, then the transport, then the handler of the arrived frame until it releases the frame. A
 * {@link FrameBuilder} owns the frame it writes, and keeps it if the frame leaves at once when it is sent. A frame is
 * in at most one {@link FrameQueue}.
 */
public abstract class Frame {
    /** The next frame in the queue. */
    Frame next;
    /** The builder that owns this frame, or null. Used by the thread that writes the frame. */
    FrameBuilder builder;

    /**
     * The contents, in native byte order. While a frame is written, position is the index of the next byte and limit is
     * the capacity. In an arrived frame, position is 0 and limit is the length.
     */
    public abstract ByteBuffer bytes();

    /** The rank that sent the frame. */
    public abstract int sender();

    /**
     * Lets other frames arrive before this one is released: a method runs first, which may depend on them. Called by the
     * owner of an arrived frame.
     */
    public void letOthersArrive() {}

    /** Frees the memory. The frame must not be used afterwards. */
    public abstract void release();

    /**
     * For transports: takes ownership from the frame's builder, because the frame has not left yet. Called by the
     * sending thread before any other thread sees the frame.
     */
    public final void takeFromBuilder() {
        FrameBuilder before = builder;
        if (before != null) {
            builder = null;
            before.taken(this);
        }
    }

    /** For transports: the frame left at once. It stays with its builder, or is released if it has none. */
    public final void leaveToBuilder() {
        if (builder == null) {
            release();
        }
    }
}
