package org.rmi4mpi.wire;

import java.nio.ByteBuffer;

/**
 * A request: {@link FrameKind#REQUEST}, {@link FrameKind#ONE_WAY} or {@link FrameKind#ASYNC}.
 *
 * <pre>
 *  0        16          24            32       36       40
 * +--------+-----------+-------------+--------+--------+----------+------------+---------
 * | header | object id | method hash | thread | length | metadata | primitives | objects
 * +--------+-----------+-------------+--------+--------+----------+------------+---------
 *
 * batch: a request whose method hash is 0 or 1; after the metadata
 * +-------------+--------------------------------------------------------------------
 * | count: long | for each call: bytes: long | method hash | primitives | objects ...
 * +-------------+--------------------------------------------------------------------
 * </pre>
 *
 * <p>A batch with hash 0 ends at the first call that fails. In one with hash 1 the calls have nothing to do with each other,
 * and all are made.
 *
 * <p>The method hash is that of the RMI specification, section 8.3. Primitive arguments come before all others, in the
 * order of the declaration, each in its own size. Objects are serialized. Thread identifies the calling thread within
 * its rank; requests from one thread to one object keep their order. Metadata are pairs of strings: their number, then
 * each string in modified UTF-8. The length of the metadata is a multiple of 8, and its low bits are flags. Bit 0 is
 * the weight of a one-way request: if set, the request counts as a reference to its object until it begins. Bit 1 says
 * that a cancellation may follow.
 */
public final class RequestFrame {
    public static final int HEADER = 40;
    /** Ids below this belong to objects that every rank knows. */
    public static final int WELL_KNOWN = 64;
    /** The well-known object that runs tasks of programs. */
    public static final int TASKS = WELL_KNOWN - 1;
    /** The method hash of a batch. */
    public static final long BATCH = 0;
    /** The method hash of a batch of calls that have nothing to do with each other. */
    public static final long AGGREGATE = 1;
    /** Weight of a one-way request that counts as a reference to its object. */
    public static final int WEIGHT = 1;

    private static final int OBJECT_ID_OFFSET = 16;
    private static final int METHOD_HASH_OFFSET = 24;
    private static final int THREAD_OFFSET = 32;
    private static final int METADATA_OFFSET = 36;
    private static final int CANCELLABLE = 2;
    private static final int FLAGS = 7;

    private RequestFrame() {}

    /** Writes the fields between the common header and the metadata. */
    public static void put(
            ByteBuffer frame, long objectId, long methodHash, int thread, int metadataBytes, boolean isCancellable) {
        frame.putLong(OBJECT_ID_OFFSET, objectId)
                .putLong(METHOD_HASH_OFFSET, methodHash)
                .putInt(THREAD_OFFSET, thread)
                .putInt(METADATA_OFFSET, isCancellable ? metadataBytes | CANCELLABLE : metadataBytes);
    }

    public static long objectId(ByteBuffer frame) {
        return frame.getLong(OBJECT_ID_OFFSET);
    }

    public static long methodHash(ByteBuffer frame) {
        return frame.getLong(METHOD_HASH_OFFSET);
    }

    public static int thread(ByteBuffer frame) {
        return frame.getInt(THREAD_OFFSET);
    }

    public static void putThread(ByteBuffer frame, int thread) {
        frame.putInt(THREAD_OFFSET, thread);
    }

    public static int metadataBytes(ByteBuffer frame) {
        return frame.getInt(METADATA_OFFSET) & ~FLAGS;
    }

    /** Whether a cancellation may follow. */
    public static boolean isCancellable(ByteBuffer frame) {
        return (frame.getInt(METADATA_OFFSET) & CANCELLABLE) != 0;
    }

    /** Whether the request counts as a reference to its object until it begins. */
    public static boolean keepsObject(ByteBuffer frame) {
        return (frame.getInt(METADATA_OFFSET) & WEIGHT) != 0;
    }

    public static void putKeepsObject(ByteBuffer frame) {
        frame.putInt(METADATA_OFFSET, frame.getInt(METADATA_OFFSET) | WEIGHT);
    }
}
