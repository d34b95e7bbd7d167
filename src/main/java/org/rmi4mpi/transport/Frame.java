package org.rmi4mpi.transport;

import java.nio.ByteBuffer;

/** One message, or the memory for one. Owned by whoever holds it, until it is sent or released. */
public interface Frame {
    /**
     * In native byte order. For its writer, position is where the next byte goes and limit the capacity;
     * for its reader, position 0 is the first byte and limit the length.
     */
    ByteBuffer bytes();

    /** The rank that it came from. */
    int sender();

    /** Gives the memory back; nobody may touch the frame afterwards. */
    void release();
}
