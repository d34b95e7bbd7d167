package org.rmi4mpi.wire;

import java.nio.ByteBuffer;

/**
 * A piece of a request or reply that leaves while it is written. The first piece is the request or reply itself, which
 * says that pieces follow ({@link FrameHeader#piecesFollow}). The others are frames of this kind, in order.
 *
 * <pre>
 *  0      1         2     4       8         16
 * +------+---------+-----+-------+---------+-------+----------------+
 * | kind | version | tag | state | call id | bytes | arrays trailer |
 * +------+---------+-----+-------+---------+-------+----------------+
 * </pre>
 *
 * <p>State is one of the constants below. The reader of the pieces answers with frames of kind {@link FrameKind#CREDIT}:
 *
 * <pre>
 *  0      1         2      4       8         16
 * +------+---------+------+-------+---------+
 * | kind | version | zero | count | call id |
 * +------+---------+------+-------+---------+
 * </pre>
 *
 * <p>Count is the number of pieces that the reader has read, {@link #UNWANTED} if it drops all others. In both frames the
 * tenth bit of the state, or the sign of the count, tells the pieces of a reply from those of a request: two ranks that
 * call each other may use the same id.
 */
public final class PieceFrame {
    public static final int HEADER = FrameHeader.LENGTH;

    /** More pieces follow. */
    public static final int MORE = 0;
    /** This piece ends the message. */
    public static final int LAST = 1;
    /** The message ends here, and is not whole: its writer has failed. */
    public static final int ABORTED = 2;
    /** The bytes are a reply of its own, with a header, that takes the place of what has been sent. */
    public static final int REPLACED = 3;

    /** Count of a reader that wants no further piece. */
    public static final int UNWANTED = Integer.MAX_VALUE;

    private static final int STATE_OFFSET = 4;
    private static final int OF_REPLY = 1 << 10;

    private PieceFrame() {}

    /** Writes the header, and sets the position behind it. */
    public static void put(ByteBuffer frame, int state, boolean isOfReply, long callId) {
        FrameHeader.put(frame, FrameKind.PIECE, isOfReply ? state | OF_REPLY : state);
        FrameHeader.putCallId(frame, callId);
        frame.position(HEADER);
    }

    public static int state(ByteBuffer frame) {
        return frame.getInt(STATE_OFFSET) & ~OF_REPLY;
    }

    public static void putState(ByteBuffer frame, int state) {
        frame.putInt(STATE_OFFSET, frame.getInt(STATE_OFFSET) & OF_REPLY | state);
    }

    /** Whether a piece belongs to a reply. */
    public static boolean isOfReply(ByteBuffer frame) {
        return (frame.getInt(STATE_OFFSET) & OF_REPLY) != 0;
    }

    /** Moves a whole reply behind the header of a piece in the same memory, which has room for it. */
    public static void wrap(ByteBuffer reply, long callId) {
        int length = reply.position();
        reply.put(HEADER, reply, 0, length);
        put(reply, REPLACED, true, callId);
        reply.position(HEADER + length);
    }

    /** Writes a credit, and sets the position to its end. */
    public static void putCredit(ByteBuffer frame, int count, boolean isOfReply, long callId) {
        FrameHeader.put(frame, FrameKind.CREDIT, isOfReply ? ~count : count);
        FrameHeader.putCallId(frame, callId);
        frame.position(HEADER);
    }

    public static int credit(ByteBuffer frame) {
        int count = frame.getInt(STATE_OFFSET);
        return count < 0 ? ~count : count;
    }

    /** Whether a credit is for the pieces of a reply. */
    public static boolean isCreditOfReply(ByteBuffer frame) {
        return frame.getInt(STATE_OFFSET) < 0;
    }
}
