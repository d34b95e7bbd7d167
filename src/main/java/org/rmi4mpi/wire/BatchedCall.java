package org.rmi4mpi.wire;

import java.nio.ByteBuffer;

/**
 * One call of a batch, inside its {@link RequestFrame}.
 *
 * <pre>
 *  0             8             16
 * +-------------+-------------+------------+---------
 * | bytes: long | method hash | primitives | objects
 * +-------------+-------------+------------+---------
 * </pre>
 *
 * <p>The field "bytes" is the length of the primitives and the objects.
 */
public final class BatchedCall {
    public static final int HEADER = 16;

    private BatchedCall() {}

    /** Writes the header at the position, and advances the position. {@link #end} fills in the length. */
    public static void begin(ByteBuffer frame, long methodHash) {
        frame.putLong(0).putLong(methodHash);
    }

    /** The length field of the call that begins at the position. */
    public static long length(ByteBuffer frame) {
        return frame.getLong(frame.position());
    }

    /**
     * Advances the position to the method hash of the next call, and sets the limit to the call's end.
     *
     * @return the end of the call; -1 if that lies beyond the limit
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

    /** Fills in the length of the call that begins at the given index and ends at the position. */
    public static void end(ByteBuffer frame, int at) {
        frame.putLong(at, frame.position() - at - HEADER);
    }
}
