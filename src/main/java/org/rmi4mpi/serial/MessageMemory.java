package org.rmi4mpi.serial;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The memory of a message that grows. */
public interface MessageMemory {
    /**
     * Returns a buffer for the next bytes, in native byte order.
     *
     * @param bytes minimum room after the buffer's position, in bytes; writing advances the position
     */
    ByteBuffer reserve(int bytes) throws IOException;

    /**
     * Decides whether an array of primitives travels beside the message. If so, it must not change until it has
     * been sent.
     *
     * @param bytes size of the elements, in bytes
     */
    default boolean takeApart(Object array, long bytes) {
        return false;
    }
}
