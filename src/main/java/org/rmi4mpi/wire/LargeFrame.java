package org.rmi4mpi.wire;

/**
 * Announces a frame that is larger than the receives that wait for frames. It follows as a message of its own, with a tag
 * of its own, which its receiver asks for when it has room.
 *
 * <pre>
 *  0      1         2         4     8        16
 * +------+---------+---------+-----+--------+
 * | kind | version | request | tag | length |
 * +------+---------+---------+-----+--------+
 * </pre>
 *
 * <p>Request is 1 where the frame is a request; requests of one rank are taken in order.
 */
public final class LargeFrame {
    public static final byte KIND_LARGE = 11;

    public static final int REQUEST = 2;
    public static final int TAG = 4;
    public static final int LENGTH_OFFSET = 8;

    public static final int LENGTH = 16;

    private LargeFrame() {}
}
