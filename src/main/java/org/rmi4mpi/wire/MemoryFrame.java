package org.rmi4mpi.wire;

import java.nio.ByteBuffer;

/**
 * Tells that a rank has no memory for a call. As a reply ({@link FrameKind#NO_MEMORY}) it ends the call; where a large
 * request could not be received it takes the request's place ({@link FrameKind#REFUSED}). It is written without any memory
 * but its own.
 *
 * <pre>
 *  0      1         2     4         8         16       18                20     24             32     40      48
 * +------+---------+-----+---------+---------+--------+-----------------+------+--------------+------+-------+
 * | kind | version | tag | classes | call id | memory | kind of refused | rank | bytes wanted | used | limit |
 * +------+---------+-----+---------+---------+--------+-----------------+------+--------------+------+-------+
 * </pre>
 *
 * <p>The tag and the end are those of the frame that it takes the place of: its arrays apart still come. Memory is the kind
 * that was wanting: the heap, direct memory, a stack, or that of threads; or it tells that MPI failed. Rank is where. Bytes
 * wanted are those of the request or reply. Used and limit are bytes of that memory; -1 where they are not known.
 */
public final class MemoryFrame {
    public static final int HEAP = 1;
    public static final int DIRECT = 2;
    public static final int STACK = 3;
    /** None can be started. Used is how many there are. */
    public static final int THREADS = 4;
    /** No memory is wanting: MPI could not receive the message. */
    public static final int MESSAGE = 5;

    public static final int LENGTH = 48;

    private static final int MEMORY_OFFSET = 16;
    private static final int REFUSED_OFFSET = 18;
    private static final int RANK_OFFSET = 20;
    private static final int WANTED_OFFSET = 24;
    private static final int USED_OFFSET = 32;
    private static final int LIMIT_OFFSET = 40;

    private MemoryFrame() {}

    /** Writes all that follows the call id; position is at the end then. */
    public static void put(ByteBuffer frame, int memory, byte refused, int rank, long wanted, long used, long limit) {
        frame.putShort(MEMORY_OFFSET, (short) memory)
                .putShort(REFUSED_OFFSET, refused)
                .putInt(RANK_OFFSET, rank)
                .putLong(WANTED_OFFSET, wanted)
                .putLong(USED_OFFSET, used)
                .putLong(LIMIT_OFFSET, limit)
                .position(LENGTH);
    }

    /** Which memory was wanting: one of the numbers above. */
    public static int memory(ByteBuffer frame) {
        return frame.getShort(MEMORY_OFFSET);
    }

    public static byte refusedKind(ByteBuffer frame) {
        return (byte) frame.getShort(REFUSED_OFFSET);
    }

    public static int rank(ByteBuffer frame) {
        return frame.getInt(RANK_OFFSET);
    }

    public static long wanted(ByteBuffer frame) {
        return frame.getLong(WANTED_OFFSET);
    }

    public static long used(ByteBuffer frame) {
        return frame.getLong(USED_OFFSET);
    }

    public static long limit(ByteBuffer frame) {
        return frame.getLong(LIMIT_OFFSET);
    }

    /** Writes what another frame tells, but the header. */
    public static void copy(ByteBuffer from, ByteBuffer to) {
        put(to, memory(from), refusedKind(from), rank(from), wanted(from), used(from), limit(from));
    }
}
