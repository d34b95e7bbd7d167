package org.rmi4mpi.wire;

import java.nio.ByteBuffer;

/**
 * Announces a frame that exceeds the eager limit. That frame follows as a separate message with its own tag. The
 * receiver starts receiving it when it has room.
 *
 * <pre>
 *  0      1         2                  4     8         16       24
 * +------+---------+------------------+-----+---------+--------+
 * | kind | version | kind of announced | tag | call id | length |
 * +------+---------+------------------+-----+---------+--------+
 * </pre>
 *
 * <p>Kind and call id are those of the announced frame. With these the receiver can answer even when it has no memory
 * for the frame. The bit above the kind says that the announced frame is the first piece of a message: {@link PieceFrame}.
 */
public final class LargeFrame {
    public static final int LENGTH = 24;

    private static final int ANNOUNCED_OFFSET = 2;
    private static final int TAG_OFFSET = 4;
    private static final int LENGTH_OFFSET = 16;
    private static final int FIRST_PIECE = 1 << Byte.SIZE;

    private LargeFrame() {}

    /**
     * Writes the whole frame, and sets the position to its end.
     *
     * @param length of the announced frame, in bytes
     */
    public static void put(ByteBuffer frame, byte announcedKind, long callId, int tag, long length) {
        FrameHeader.put(frame, FrameKind.LARGE, 0);
        FrameHeader.putCallId(frame, callId);
        frame.putShort(ANNOUNCED_OFFSET, announcedKind)
                .putInt(TAG_OFFSET, tag)
                .putLong(LENGTH_OFFSET, length)
                .position(LENGTH);
    }

    /** Says that pieces follow the announced frame. */
    public static void markFirstPiece(ByteBuffer frame) {
        frame.putShort(ANNOUNCED_OFFSET, (short) (frame.getShort(ANNOUNCED_OFFSET) | FIRST_PIECE));
    }

    /** Whether a frame of this kind is a valid announcement. After an invalid one no message follows. */
    public static boolean announces(ByteBuffer frame) {
        return frame.remaining() >= LENGTH
                && FrameHeader.isWhole(frame)
                && frame.getLong(LENGTH_OFFSET) >= FrameHeader.LENGTH
                && frame.getLong(LENGTH_OFFSET) <= Integer.MAX_VALUE;
    }

    public static byte announcedKind(ByteBuffer frame) {
        return (byte) frame.getShort(ANNOUNCED_OFFSET);
    }

    /** Whether pieces follow the announced frame. */
    public static boolean announcesFirstPiece(ByteBuffer frame) {
        return (frame.getShort(ANNOUNCED_OFFSET) & FIRST_PIECE) != 0;
    }

    public static int tag(ByteBuffer frame) {
        return frame.getInt(TAG_OFFSET);
    }

    /** Length in bytes of the announced frame. */
    public static int length(ByteBuffer frame) {
        return (int) frame.getLong(LENGTH_OFFSET);
    }
}
