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
     * The most bytes to reserve at once. Less than {@link Integer#MAX_VALUE} if the message leaves in pieces, since each
     * reservation lies in one piece.
     */
    default int largestPart() {
        return Integer.MAX_VALUE;
    }

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
