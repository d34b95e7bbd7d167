package org.rmi4mpi.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A request, and the reply to it. Numbers are in the byte order of the machine; all ranks of a job run
 * on machines of one kind.
 *
 * <pre>
 * request
 *  0      1         2     4         8         16          24            32       36       40
 * +------+---------+-----+---------+---------+-----------+-------------+--------+--------+----------+------------+---------
 * | kind | version | tag | classes | call id | object id | method hash | thread | length | metadata | primitives | objects
 * +------+---------+-----+---------+---------+-----------+-------------+--------+--------+----------+------------+---------
 *
 * batch: a request whose method hash is 0; after the metadata
 * +-------------+--------------------------------------------------------------------
 * | count: long | for each call: bytes: long | method hash | primitives | objects ...
 * +-------------+--------------------------------------------------------------------
 *
 * reply
 *  0      1         2      4         8         16
 * +------+---------+------+---------+---------+-----------------------------------------------------
 * | kind | version | tag  | classes | call id | primitive: long; or result or exception, serialized
 * +------+---------+------+---------+---------+-----------------------------------------------------
 * no object, no method: a reply that ends with its call id; no memory: a MemoryFrame
 *
 * acknowledgement; cancel has the call id in the count's place
 *  0      1         2      8       16
 * +------+---------+------+-------+
 * | kind | version | zero | count |
 * +------+---------+------+-------+
 *
 * arrays apart, at the end of a request or reply whose tag is not 0
 * +-----------------------------+------------+
 * | bytes of each array: int... | count: int |
 * +-----------------------------+------------+
 * </pre>
 *
 * <p>Arrays apart follow as messages of their own, with that tag, in their order in the frame.
 *
 * <p>Classes tells how many of the receiver's classes the sender knows, so that they need not be described any more. The
 * call id is the caller's, and comes back as it was; a one-way request has 0. The method hash is that of the RMI
 * specification, section 8.3. Arguments of primitive types come before all others, in the order of the declaration, each
 * in its own size; a primitive result is a long, of a float or double its bits; objects are serialized. Thread tells the
 * threads of a rank apart, whose requests to one object keep their order. Metadata are pairs of strings: their number, and
 * each in modified UTF-8. The lowest bit of their length is the weight of a one-way request: 1 where it counts as a reference
 * to its object until it begins.
 * An acknowledgement tells how many one-way and asynchronous requests of its receiver the sender has begun to run.
 */
public final class CallFrame {
    public static final byte VERSION = 4;

    // kinds differ from that of a LargeFrame
    public static final byte KIND_REQUEST = 1;
    public static final byte KIND_RESULT = 2;
    public static final byte KIND_EXCEPTION = 3;
    public static final byte KIND_ONE_WAY = 4;
    public static final byte KIND_ACKNOWLEDGEMENT = 5;
    /** As an acknowledgement; asks for one, when the requests before it have been begun. */
    public static final byte KIND_FLUSH = 6;
    /** A request whose reply no thread waits for. */
    public static final byte KIND_ASYNC = 7;
    /** Its call id is that of a request of its sender, whose reply is of no interest any more. */
    public static final byte KIND_CANCEL = 8;
    /** A reply: there is no such object. */
    public static final byte KIND_NO_OBJECT = 9;
    /** A reply: the object has no such method. */
    public static final byte KIND_NO_METHOD = 10;
    /** A reply: some rank has no memory for the call; see {@link MemoryFrame}. */
    public static final byte KIND_NO_MEMORY = 12;
    /** Not sent: in the place of a request that its receiver has no memory for; see {@link MemoryFrame}. */
    public static final byte KIND_REFUSED = 13;

    public static final int KIND = 0;
    public static final int VERSION_OFFSET = 1;
    public static final int APART_TAG = 2;
    public static final int CLASSES = 4;
    public static final int CALL_ID = 8;
    public static final int OBJECT_ID = 16;
    public static final int METHOD_HASH = 24;
    public static final int THREAD = 32;
    /** Length of the metadata, a multiple of 8; and the two bits below. */
    public static final int METADATA = 36;
    public static final int WEIGHT = 1;
    /** A cancellation may follow. */
    public static final int CANCELLABLE = 2;
    public static final int FLAGS = 7;
    public static final int COUNT = 8;

    /** In the place of a method's. */
    public static final long BATCH = 0;
    /** Before the arguments of each call of a batch. */
    public static final int BATCHED_HEADER = 16;

    public static final int REQUEST_HEADER = 40;
    public static final int REPLY_HEADER = 16;
    public static final int ACKNOWLEDGEMENT = 16;

    private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private CallFrame() {}

    /** Kind, version, no tag, and classes: the first eight bytes at once. */
    public static long first(byte kind, int classes) {
        return LITTLE
                ? kind | VERSION << 8 | (long) classes << 32
                : (long) kind << 56 | (long) VERSION << 48 | classes & 0xFFFF_FFFFL;
    }

    /** Bytes at the end of a frame that tell of its arrays apart; 0 where there are none, or no frame. */
    public static int trailer(ByteBuffer frame) {
        if (frame == null || frame.limit() < REPLY_HEADER || frame.getShort(APART_TAG) == 0) {
            return 0;
        }
        long count = frame.getInt(frame.limit() - Integer.BYTES);
        long bytes = Integer.BYTES * (count + 1);
        return count < 0 || bytes > frame.limit() - REPLY_HEADER ? 0 : (int) bytes;
    }

    /** Bytes of a frame and of its arrays apart. */
    public static long wholeLength(ByteBuffer frame) {
        long length = frame.limit();
        for (int at = frame.limit() - trailer(frame); at < frame.limit() - Integer.BYTES; at += Integer.BYTES) {
            length += frame.getInt(at);
        }
        return length;
    }

    /** Whether it keeps its place among the frames of its sender that do, however long they are. */
    public static boolean keepsOrder(byte kind) {
        return isCall(kind) || kind == KIND_CANCEL || kind == KIND_REFUSED;
    }

    public static boolean isCall(byte kind) {
        return kind == KIND_REQUEST || isPipelined(kind);
    }

    public static boolean isReply(byte kind) {
        return switch (kind) {
            case KIND_RESULT, KIND_EXCEPTION, KIND_NO_OBJECT, KIND_NO_METHOD, KIND_NO_MEMORY -> true;
            default -> false;
        };
    }

    /** Whether it is a request that is sent without waiting for those before it. */
    public static boolean isPipelined(byte kind) {
        return kind == KIND_ONE_WAY || kind == KIND_ASYNC;
    }
}
