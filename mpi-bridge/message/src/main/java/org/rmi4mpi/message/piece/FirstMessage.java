package org.rmi4mpi.message.piece;

import java.nio.ByteBuffer;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.message.data.Constants;

/**
 * The first message of some objects, by the program's communicator and tag. The receiver does not know how long the
 * objects are, so this message has a fixed maximal length. It has their bytes if they fit. Otherwise they
 * are in pieces that follow:
 *
 * <pre>
 *  0        4     8        12        16
 * +--------+-----+--------+---------+-------+
 * | sender | tag | length | objects | bytes |
 * +--------+-----+--------+---------+-------+
 * </pre>
 *
 * <p>Sender, an index among the Java ranks, and tag are those of the pieces that follow; the tag is 0 if none do. Length
 * is that of the bytes in this message. Stateless.
 */
public final class FirstMessage {
    private static final int SENDER = 0;
    private static final int TAG = 4;
    private static final int LENGTH = 8;
    private static final int OBJECTS = 12;
    private static final int HEADER = 16;
    /** The most bytes of the message. */
    public static final int LARGEST = 8192;
    /** The most bytes of objects in it. */
    public static final int ROOM = LARGEST - HEADER;
    /** The tag if no pieces follow. */
    public static final int WHOLE = 0;
    /** Stands in the place of the number of objects: the sender cannot send those that the receiver waits for. */
    public static final int FAILED = -1;

    private FirstMessage() {}

    /** Makes a message, up to the position of its memory. */
    public static NativeBuffer of(byte[] bytes, int objects, int tag) {
        NativeBuffer made = NativeBuffer.acquire(HEADER + bytes.length);
        made.bytes().putInt(Job.javaRank(Job.rank())).putInt(tag).putInt(bytes.length).putInt(objects).put(bytes);
        return made;
    }

    /** Whether a message of this length may be the first message of some objects. */
    public static boolean mayBegin(long messageLength) {
        return messageLength >= HEADER && messageLength <= LARGEST;
    }

    public static boolean begins(ByteBuffer message, long messageLength) {
        return mayBegin(messageLength) && message.getInt(LENGTH) == messageLength - HEADER;
    }

    /** The number of objects that a message announces; UNDEFINED where it holds no objects. */
    public static int objects(ByteBuffer message, long messageLength) {
        return begins(message, messageLength) ? message.getInt(OBJECTS) : Constants.UNDEFINED;
    }

    public static boolean isWhole(ByteBuffer message) {
        return message.getInt(TAG) == WHOLE;
    }

    public static boolean isFailed(ByteBuffer message) {
        return message.getInt(OBJECTS) == FAILED;
    }

    static int sender(ByteBuffer message) {
        return message.getInt(SENDER);
    }

    static int tag(ByteBuffer message) {
        return message.getInt(TAG);
    }

    static ByteBuffer bytes(ByteBuffer message) {
        return message.slice(HEADER, message.getInt(LENGTH));
    }
}
