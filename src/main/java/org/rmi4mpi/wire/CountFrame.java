package org.rmi4mpi.wire;

import java.nio.ByteBuffer;

/**
 * An acknowledgement, a flush (a request for an acknowledgement), a cancellation, or a heartbeat.
 *
 * <pre>
 *  0      1         2      8       16
 * +------+---------+------+-------+
 * | kind | version | zero | count |
 * +------+---------+------+-------+
 * </pre>
 *
 * <p>In an acknowledgement, count is the total of flow-control units of the one-way and asynchronous requests that the
 * acknowledging rank has begun. In a flush it is the total that the sender waits for. In a cancellation it is the
 * call id. In a heartbeat it is 0.
 */
public final class CountFrame {
    public static final int LENGTH = FrameHeader.LENGTH;

    private CountFrame() {}

    /** Writes the whole frame, and sets the position to its end. */
    public static void put(ByteBuffer frame, byte kind, long count) {
        FrameHeader.put(frame, kind, 0);
        FrameHeader.putCallId(frame, count);
        frame.position(LENGTH);
    }

    public static long count(ByteBuffer frame) {
        return FrameHeader.callId(frame);
    }
}
