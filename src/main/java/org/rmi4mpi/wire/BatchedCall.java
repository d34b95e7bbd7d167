package org.rmi4mpi.wire;

import java.nio.ByteBuffer;

/**
 * One of the calls of a batch, within its {@link RequestFrame}.
 *
 * <pre>
 *  0             8             16
 * +-------------+-------------+------------+---------
 * | bytes: long | method hash | primitives | objects
 * +-------------+-------------+------------+---------
 * </pre>
 *
 * <p>Bytes are those that follow the method hash.
 */
public final class BatchedCall {
    public static final int HEADER = 16;

    private BatchedCall() {}

    /** Writes the header where the position is, and moves it on; the length is not known yet. */
    public static void begin(ByteBuffer frame, long methodHash) {
        frame.putLong(0).putLong(methodHash);
    }

    /** What the next call, which begins at the position, says of its length. */
    public static long length(ByteBuffer frame) {
        return frame.getLong(frame.position());
    }

    /**
     * Moves the position on to the method hash of the next call, and the limit to its end.
     *
     * @return its end; -1 where it does not end before the limit
     */
    public static int enter(ByteBuffer frame) {
        long length = frame.getLong();
        int from = frame.position() + Long.BYTES;
        if (length < 0 || length > frame.limit() - from) {
            return -1;
        }
        int end = from + (int) length;
        frame.limit(end);
        return end;
    }

    /** The call that begins at a place ends where the position is. */
    public static void end(ByteBuffer frame, int at) {
        frame.putLong(at, frame.position() - at - HEADER);
    }
}
