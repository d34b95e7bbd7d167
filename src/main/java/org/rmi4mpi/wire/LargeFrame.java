package org.rmi4mpi.wire;

import java.nio.ByteBuffer;

/**
 * Announces a frame that is larger than the receives that wait for frames. It follows as a message of its own, with a tag
 * of its own, which its receiver asks for when it has room.
 *
 * <pre>
 *  0      1         2                  4     8         16       24
 * +------+---------+------------------+-----+---------+--------+
 * | kind | version | kind of announced | tag | call id | length |
 * +------+---------+------------------+-----+---------+--------+
 * </pre>
 *
 * <p>Kind and call id of the frame that is announced tell who is to be answered where there is no memory for it.
 */
public final class LargeFrame {
    public static final byte KIND_LARGE = FrameKind.LARGE;
    public static final int LENGTH = 24;

    /** Kind of the frame that follows, a short. */
    public static final int ANNOUNCED = 2;
    public static final int TAG = 4;
    public static final int LENGTH_OFFSET = 16;

    private LargeFrame() {}

    /** Writes all of it, for a frame of so many bytes; position is at the end then. */
    public static void put(ByteBuffer frame, ByteBuffer announced, int tag, int length) {
        FrameHeader.put(frame, FrameKind.LARGE, tag);
        frame.putShort(ANNOUNCED, FrameHeader.kind(announced));
        FrameHeader.putCallId(frame, FrameHeader.callId(announced));
        frame.putLong(LENGTH_OFFSET, length).position(LENGTH);
    }

    /** Whether a frame of this kind announces one: nothing follows what does not. */
    public static boolean announces(ByteBuffer frame) {
        return frame.remaining() >= LENGTH
                && FrameHeader.isWhole(frame)
                && frame.getLong(LENGTH_OFFSET) >= FrameHeader.LENGTH
                && frame.getLong(LENGTH_OFFSET) <= Integer.MAX_VALUE;
    }

    public static byte announcedKind(ByteBuffer frame) {
        return (byte) frame.getShort(ANNOUNCED);
    }

    public static int tag(ByteBuffer frame) {
        return frame.getInt(TAG);
    }

    /** Of the frame that follows. */
    public static int length(ByteBuffer frame) {
        return (int) frame.getLong(LENGTH_OFFSET);
    }
}
