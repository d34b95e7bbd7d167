package org.rmi4mpi.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What every frame begins with. Numbers are in the byte order of the machine: all ranks of a job run on machines of one
 * kind.
 *
 * <pre>
 *  0      1         2     4         8         16
 * +------+---------+-----+---------+---------+----
 * | kind | version | tag | classes | call id | ...
 * +------+---------+-----+---------+---------+----
 * </pre>
 *
 * <p>Kind is a {@link FrameKind}. The tag is that of the arrays which travel beside the frame, 0 for none: {@link
 * ArraysTrailer}. Classes tells how many of the receiver's classes the sender knows, so that they need not be described any
 * more. The call id is the caller's, and comes back as it was; a one-way request has 0.
 */
public final class FrameHeader {
    public static final byte VERSION = 4;
    public static final int LENGTH = 16;

    private static final int KIND_OFFSET = 0;
    private static final int VERSION_OFFSET = 1;
    private static final int APART_TAG_OFFSET = 2;
    private static final int CLASSES_OFFSET = 4;
    private static final int CALL_ID_OFFSET = 8;
    private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private FrameHeader() {}

    /** Writes all but the call id, with no tag: eight bytes at once. */
    public static void put(ByteBuffer frame, byte kind, int classes) {
        frame.putLong(KIND_OFFSET, LITTLE
                ? kind | VERSION << 8 | (long) classes << 32
                : (long) kind << 56 | (long) VERSION << 48 | classes & 0xFFFF_FFFFL);
    }

    /** Whether a frame that has come is as long as a header, and of this version. */
    public static boolean isWhole(ByteBuffer frame) {
        return frame.limit() >= LENGTH && frame.get(VERSION_OFFSET) == VERSION;
    }

    public static byte kind(ByteBuffer frame) {
        return frame.get(KIND_OFFSET);
    }

    public static short apartTag(ByteBuffer frame) {
        return frame.getShort(APART_TAG_OFFSET);
    }

    public static void putApartTag(ByteBuffer frame, short tag) {
        frame.putShort(APART_TAG_OFFSET, tag);
    }

    public static int classes(ByteBuffer frame) {
        return frame.getInt(CLASSES_OFFSET);
    }

    public static long callId(ByteBuffer frame) {
        return frame.getLong(CALL_ID_OFFSET);
    }

    public static void putCallId(ByteBuffer frame, long id) {
        frame.putLong(CALL_ID_OFFSET, id);
    }
}
