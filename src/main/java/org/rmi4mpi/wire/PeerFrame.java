package org.rmi4mpi.wire;

import java.nio.ByteBuffer;

/**
 * A frame between a rank in Java and a rank in another language (a peer), or between two peers. Numbers are little-endian.
 * docs/wire.md has the whole protocol. A header for C is made from the constants of this class and of {@link PeerCodes}.
 *
 * <pre>
 *  0      1         2           4      8         16          24
 * +------+---------+-----------+------+---------+-----------+------
 * | kind | version | core: u16 | zero | call id | object id | body
 * +------+---------+-----------+------+---------+-----------+------
 * </pre>
 *
 * <p>The body is one value of {@link PeerCodes}. Call id is chosen by the caller and returned in the reply, which has object
 * id 0. A one-way request has call id 0. Core is that of the sender's thread, from 1 on; 0 if it is not told.
 */
public final class PeerFrame {
    public static final byte VERSION = 1;
    public static final int HEADER = 24;
    /** The longest frame with {@link #FRAME_TAG}, in bytes. */
    public static final int SHORT_FRAME = 32768;

    /** Tag of the collective call that makes the communicator of the members. */
    public static final int JOIN_TAG = 4301;
    /** Tags of frames: up to {@link #SHORT_FRAME}, and longer ones. */
    public static final int FRAME_TAG = 0;
    public static final int LONG_FRAME_TAG = 1;

    // Kinds. A request, and its two replies, have the ids of a call.
    public static final byte HELLO = 1;
    public static final byte BYE = 2;
    public static final byte REQUEST = 3;
    public static final byte ONE_WAY = 4;
    public static final byte RESULT = 5;
    public static final byte EXCEPTION = 6;

    /** Objects that are known by their ids: the registry at rank 0, and the collector of each rank. */
    public static final int REGISTRY = 1;
    public static final int COLLECTOR = 3;
    /** The smallest id of any other object. */
    public static final int FIRST_OBJECT = 64;

    /** A sender waits for one reply after this many one-way requests to one rank. */
    public static final int MOST_ONE_WAY = 256;
    /** Weight of a reference that leaves its home, and how far right it is shifted for one that is passed on. */
    public static final long WEIGHT = 1L << 36;
    public static final int WEIGHT_SHIFT = 8;

    public static final int KIND_OFFSET = 0;
    public static final int VERSION_OFFSET = 1;
    public static final int CORE_OFFSET = 2;
    public static final int CALL_ID_OFFSET = 8;
    public static final int OBJECT_ID_OFFSET = 16;

    private PeerFrame() {}

    /** Writes the header, and sets the position behind it. */
    public static void put(ByteBuffer frame, byte kind, long callId, long objectId) {
        frame.putLong(KIND_OFFSET, kind | VERSION << 8)
                .putLong(CALL_ID_OFFSET, callId)
                .putLong(OBJECT_ID_OFFSET, objectId)
                .position(HEADER);
    }

    /** Whether an arrived frame has a full header of this version, and a kind of the table. */
    public static boolean isWhole(ByteBuffer frame) {
        return frame.limit() >= HEADER && frame.get(VERSION_OFFSET) == VERSION
                && kind(frame) >= HELLO && kind(frame) <= EXCEPTION;
    }

    /** Makes the header of an arrived request one of {@link FrameHeader}, of kind {@link FrameKind#PEER}. */
    public static void markRequest(ByteBuffer frame) {
        FrameHeader.put(frame, FrameKind.PEER, 0);
    }

    public static byte kind(ByteBuffer frame) {
        return frame.get(KIND_OFFSET);
    }

    public static long callId(ByteBuffer frame) {
        return frame.getLong(CALL_ID_OFFSET);
    }

    public static long objectId(ByteBuffer frame) {
        return frame.getLong(OBJECT_ID_OFFSET);
    }
}
