package org.rmi4mpi.serial;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The rest of a message that is read while it arrives. */
public interface MessagePieces {
    /**
     * Waits for the next piece. The reader needs the bytes of earlier pieces no more.
     *
     * @return its bytes, from the buffer's position to its limit, in native byte order; null at the end of the message
     * @throws IOException if the message is not whole
     */
    ByteBuffer next() throws IOException;
}
