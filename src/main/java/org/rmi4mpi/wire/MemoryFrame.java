package org.rmi4mpi.wire;

import java.nio.ByteBuffer;

/**
 * Reports that a rank has no memory for a call. As a reply ({@link FrameKind#NO_MEMORY}) it ends the call. It also
 * replaces a large request that could not be received ({@link FrameKind#REFUSED}). Writing it allocates nothing.
 *
 * <pre>
 *  0      1         2     4         8         16       18                20     24             32     40      48
 * +------+---------+-----+---------+---------+--------+-----------------+------+--------------+------+-------+
 * | kind | version | tag | classes | call id | memory | kind of refused | rank | bytes wanted | used | limit |
 * +------+---------+-----+---------+---------+--------+-----------------+------+--------------+------+-------+
 * </pre>
 *
 * <p>The tag and the trailer are those of the replaced frame, because its separate arrays still arrive. Memory is the
 * exhausted resource: the heap, direct memory, a stack or threads; or it says that MPI failed. Rank is the rank where
 * this happened. Bytes wanted is the length of the request or reply. Used and limit describe the resource, in bytes; -1
 * if unknown.
 */
public final class MemoryFrame {
    public static final int HEAP = 1;
    public static final int DIRECT = 2;
    public static final int STACK = 3;
    /** No thread can be started. Used is the number of threads. */
    public static final int THREADS = 4;
    /** No resource is exhausted: MPI failed to receive the message. */
    public static final int MESSAGE = 5;

    public static final int LENGTH = 48;

    private static final int MEMORY_OFFSET = 16;
    private static final int REFUSED_OFFSET = 18;
    private static final int RANK_OFFSET = 20;
    private static final int WANTED_OFFSET = 24;
    private static final int USED_OFFSET = 32;
    private static final int LIMIT_OFFSET = 40;

    private MemoryFrame() {}

    /** Writes everything after the call id, and sets the position to the end. */
    public static void put(ByteBuffer frame, int memory, byte refused, int rank, long wanted, long used, long limit) {
        frame.putShort(MEMORY_OFFSET, (short) memory)
                .putShort(REFUSED_OFFSET, refused)
                .putInt(RANK_OFFSET, rank)
                .putLong(WANTED_OFFSET, wanted)
                .putLong(USED_OFFSET, used)
                .putLong(LIMIT_OFFSET, limit)
                .position(LENGTH);
    }

    /** The exhausted resource: one of the constants above. */
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

    /** Copies the contents of another frame, except the header. */
    public static void copy(ByteBuffer from, ByteBuffer to) {
        put(to, memory(from), refusedKind(from), rank(from), wanted(from), used(from), limit(from));
    }
}
