package org.rmi4mpi.wire;

import java.nio.ByteBuffer;

/**
 * An acknowledgement, or the question for one, or a cancellation.
 *
 * <pre>
 *  0      1         2      8       16
 * +------+---------+------+-------+
 * | kind | version | zero | count |
 * +------+---------+------+-------+
 * </pre>
 *
 * <p>Count tells, in an acknowledgement, how many one-way and asynchronous requests of its receiver the sender has begun to
 * run, in units of their memory. In a cancellation it is the call id; where one is asked for it is 0.
 */
public final class CountFrame {
    public static final int LENGTH = FrameHeader.LENGTH;

    private CountFrame() {}

    /** Writes all of it; position is at the end then. */
    public static void put(ByteBuffer frame, byte kind, long count) {
        FrameHeader.put(frame, kind, 0);
        FrameHeader.putCallId(frame, count);
        frame.position(LENGTH);
    }

    public static long count(ByteBuffer frame) {
        return FrameHeader.callId(frame);
    }
}
