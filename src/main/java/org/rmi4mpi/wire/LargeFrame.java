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
    public static final byte KIND_LARGE = 11;

    /** Kind of the frame that follows, a short. */
    public static final int ANNOUNCED = 2;
    public static final int TAG = 4;
    public static final int LENGTH_OFFSET = 16;

    public static final int LENGTH = 24;

    private LargeFrame() {}

    /** Whether a frame of this kind announces one: nothing follows what does not. */
    public static boolean announces(ByteBuffer frame) {
        return frame.remaining() >= LENGTH
                && frame.get(CallFrame.VERSION_OFFSET) == CallFrame.VERSION
                && frame.getLong(LENGTH_OFFSET) >= CallFrame.REPLY_HEADER
                && frame.getLong(LENGTH_OFFSET) <= Integer.MAX_VALUE;
    }
}
