package org.rmi4mpi.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The header of every frame. Numbers are in native byte order: all ranks of a job run on machines of one kind.
 *
 * <pre>
 *  0      1         2     4         8         16
 * +------+---------+-----+---------+---------+----
 * | kind | version | tag | classes | call id | ...
 * +------+---------+-----+---------+---------+----
 * </pre>
 *
 * <p>Kind is a {@link FrameKind}. Tag is that of the arrays which travel beside the frame, or 0; see
 * {@link ArraysTrailer}. Its sign bit says that the frame is the first piece of a message; see {@link PieceFrame}. Classes is the number of the receiver's classes that the sender knows, so that the receiver
 * need not describe these. Call id is chosen by the caller and returned in the reply. A one-way request has 0,
 * unless pieces follow.
 */
public final class FrameHeader {
    public static final byte VERSION = 5;
    public static final int LENGTH = 16;

    private static final int KIND_OFFSET = 0;
    private static final int VERSION_OFFSET = 1;
    private static final int APART_TAG_OFFSET = 2;
    private static final int CLASSES_OFFSET = 4;
    private static final int CALL_ID_OFFSET = 8;
    private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private FrameHeader() {}

    /** Writes everything except the call id, with tag 0, in a single store. */
    public static void put(ByteBuffer frame, byte kind, int classes) {
        frame.putLong(KIND_OFFSET, LITTLE
                ? kind | VERSION << 8 | (long) classes << 32
                : (long) kind << 56 | (long) VERSION << 48 | classes & 0xFFFF_FFFFL);
    }

    /** Whether an arrived frame has a full header of this version. */
    public static boolean isWhole(ByteBuffer frame) {
        return frame.limit() >= LENGTH && frame.get(VERSION_OFFSET) == VERSION;
    }

    public static byte kind(ByteBuffer frame) {
        return frame.get(KIND_OFFSET);
    }

    public static short apartTag(ByteBuffer frame) {
        return (short) (frame.getShort(APART_TAG_OFFSET) & Short.MAX_VALUE);
    }

    public static void putApartTag(ByteBuffer frame, short tag) {
        frame.putShort(APART_TAG_OFFSET, tag);
    }

    /** Whether the rest of the message follows in pieces: {@link PieceFrame}. */
    public static boolean piecesFollow(ByteBuffer frame) {
        return frame.getShort(APART_TAG_OFFSET) < 0;
    }

    /** Says that pieces follow. The tag has been written before. */
    public static void markPiecesFollow(ByteBuffer frame) {
        frame.putShort(APART_TAG_OFFSET, (short) (frame.getShort(APART_TAG_OFFSET) | Short.MIN_VALUE));
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
