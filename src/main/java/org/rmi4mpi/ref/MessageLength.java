package org.rmi4mpi.ref;

import java.io.ObjectOutput;

/** How long a message of a call has become while it is written. Stateless. */
public final class MessageLength {
    private MessageLength() {}

    /**
     * Bytes that have been written so far, with those of arrays beside the message. Some 32 KiB may be missing, which are
     * still in a buffer. Differences tell how long an object is.
     *
     * @return 0 if the stream is not that of a call
     */
    public static long of(ObjectOutput out) {
        OutgoingFrame frame = OutgoingFrame.writtenBy(out);
        return frame == null ? 0 : frame.length();
    }
}
