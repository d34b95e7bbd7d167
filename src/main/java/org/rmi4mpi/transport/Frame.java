package org.rmi4mpi.transport;

import java.nio.ByteBuffer;

/** One message, or the memory for one. Owned by its holder until it is sent or released; in one {@link FrameQueue} at most. */
public abstract class Frame {
    /** The one behind it in its queue. */
    Frame next;

    /**
     * In native byte order. For its writer, position is where the next byte goes and limit the capacity;
     * for its reader, position 0 is the first byte and limit the length.
     */
    public abstract ByteBuffer bytes();

    /** The rank that it came from. */
    public abstract int sender();

    /** Gives the memory back; nobody may touch the frame afterwards. */
    public abstract void release();
}
