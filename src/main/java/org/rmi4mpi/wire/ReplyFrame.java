package org.rmi4mpi.wire;

import java.nio.ByteBuffer;

/**
 * The reply to a request. A reply of kind NO_OBJECT or NO_METHOD consists of the header. A reply of kind NO_MEMORY is a
 * {@link MemoryFrame}.
 *
 * <pre>
 *  0        16
 * +--------+-----------------------------------------------------
 * | header | primitive: long; or result or exception, serialized
 * +--------+-----------------------------------------------------
 * </pre>
 *
 * <p>A primitive result is widened to a long. A float or double is sent as its bits.
 */
public final class ReplyFrame {
    public static final int HEADER = FrameHeader.LENGTH;

    private ReplyFrame() {}

    /** Whether the frame is long enough for a primitive result. */
    public static boolean hasBits(ByteBuffer frame) {
        return frame.limit() >= HEADER + Long.BYTES;
    }

    /** The bits of a primitive result. */
    public static long bits(ByteBuffer frame) {
        return frame.getLong(HEADER);
    }
}
