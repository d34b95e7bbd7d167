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
    public static final int LENGTH = 24;

    private static final int ANNOUNCED_OFFSET = 2;
    private static final int TAG_OFFSET = 4;
    private static final int LENGTH_OFFSET = 16;

    private LargeFrame() {}

    /** Writes all of it, for a frame of so many bytes; position is at the end then. */
    public static void put(ByteBuffer frame, byte announcedKind, long callId, int tag, long length) {
        FrameHeader.put(frame, FrameKind.LARGE, 0);
        FrameHeader.putCallId(frame, callId);
        frame.putShort(ANNOUNCED_OFFSET, announcedKind)
                .putInt(TAG_OFFSET, tag)
                .putLong(LENGTH_OFFSET, length)
                .position(LENGTH);
    }

    /** Whether a frame of this kind announces one: nothing follows what does not. */
    public static boolean announces(ByteBuffer frame) {
        return frame.remaining() >= LENGTH
                && FrameHeader.isWhole(frame)
                && frame.getLong(LENGTH_OFFSET) >= FrameHeader.LENGTH
                && frame.getLong(LENGTH_OFFSET) <= Integer.MAX_VALUE;
    }

    public static byte announcedKind(ByteBuffer frame) {
        return (byte) frame.getShort(ANNOUNCED_OFFSET);
    }

    public static int tag(ByteBuffer frame) {
        return frame.getInt(TAG_OFFSET);
    }

    /** Of the frame that follows. */
    public static int length(ByteBuffer frame) {
        return (int) frame.getLong(LENGTH_OFFSET);
    }
}
