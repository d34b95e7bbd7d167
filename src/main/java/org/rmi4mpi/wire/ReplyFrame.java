package org.rmi4mpi.wire;

import java.nio.ByteBuffer;

/**
 * The reply to a request. No object, no method: it ends with its header; no memory: a {@link MemoryFrame}.
 *
 * <pre>
 *  0        16
 * +--------+-----------------------------------------------------
 * | header | primitive: long; or result or exception, serialized
 * +--------+-----------------------------------------------------
 * </pre>
 *
 * <p>A primitive result is a long, of a float or double its bits.
 */
public final class ReplyFrame {
    public static final int HEADER = FrameHeader.LENGTH;

    private ReplyFrame() {}

    /** Whether it is as long as one with a primitive result. */
    public static boolean hasBits(ByteBuffer frame) {
        return frame.limit() >= HEADER + Long.BYTES;
    }

    /** A primitive result. */
    public static long bits(ByteBuffer frame) {
        return frame.getLong(HEADER);
    }
}
