package org.rmi4mpi.jpvm;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.wire.MailFrame;

/** A message in a mailbox, or on its way there. Its list's links are under the mailbox's monitor. */
public final class Mail {
    /** The contexts of messages: a program's own, and those of groups, which its receives do not see. */
    public static final short PROGRAM = 0;
    static final short GROUP = 1;

    private final short context;
    private final int source;
    private final int destination;
    private final int tag;
    /** The rank that it came from, and what it takes of the room that this rank has. */
    private final int sender;
    private final long weight;
    /** The content: of a message of this rank; or the bytes behind the header of a frame, here or still in it. */
    private Packing packing;
    private byte[] body;
    private Frame frame;
    private int streamLength;
    /** Arrays, those beside the frame among them; null where there are none. */
    private Part[] parts;
    private final Object original;
    /** Whether arrays have still to come. */
    private volatile boolean isPending;

    Mail previous;
    Mail next;

    /** A message of this rank. */
    Mail(short context, int source, int destination, int tag, int rank, long weight, Packing packing, Object original) {
        this.context = context;
        this.source = source;
        this.destination = destination;
        this.tag = tag;
        sender = rank;
        this.weight = weight;
        this.packing = packing;
        this.original = original;
    }

    /**
     * A message that has arrived.
     *
     * @param keepsFrame whether its bytes stay in the frame, which is then released when they have been taken
     */
    Mail(Frame arrived, long weight, boolean keepsFrame) {
        ByteBuffer bytes = arrived.bytes();
        context = MailFrame.context(bytes);
        source = MailFrame.source(bytes);
        destination = MailFrame.destination(bytes);
        tag = MailFrame.tag(bytes);
        streamLength = MailFrame.streamBytes(bytes);
        int arrays = MailFrame.arrays(bytes);
        sender = arrived.sender();
        this.weight = weight;
        original = null;
        parts = arrays == 0 ? null : new Part[arrays];
        if (keepsFrame) {
            frame = arrived;
        } else {
            body = new byte[bytes.limit() - MailFrame.HEADER];
            bytes.get(MailFrame.HEADER, body);
        }
    }

    short context() {
        return context;
    }

    /** The port of its task. */
    public int source() {
        return source;
    }

    public int destination() {
        return destination;
    }

    public int tag() {
        return tag;
    }

    int sender() {
        return sender;
    }

    long weight() {
        return weight;
    }

    /** What the sender has sent, where the sender itself receives it; null otherwise. */
    public Object original() {
        return original;
    }

    boolean isPending() {
        return isPending;
    }

    void pending(boolean now) {
        isPending = now;
    }

    boolean hasArrays() {
        return parts != null;
    }

    /** The place where the type and the length of an array stand, from the beginning of what is behind the header. */
    private int describedAt(int array) {
        return streamLength + 8 * array;
    }

    private ByteBuffer bodyBytes() {
        return body != null ? ElementType.view(body) : frame.bytes();
    }

    private int bodyOffset() {
        return body != null ? 0 : MailFrame.HEADER;
    }

    /** The type of an array that comes beside the frame; null of another one. */
    ElementType apart(int array) {
        int type = bodyBytes().getInt(bodyOffset() + describedAt(array));
        return type < 0 ? ElementType.of(-type) : null;
    }

    int length(int array) {
        return bodyBytes().getInt(bodyOffset() + describedAt(array) + 4);
    }

    int arrays() {
        return parts == null ? 0 : parts.length;
    }

    void put(int array, ElementType type, Object elements) {
        parts[array] = new Part(type, elements, length(array), false);
    }

    /** Its content; the frame, if there is one, is given back. By the thread that has received it, once. */
    public Packing open() {
        if (packing != null) {
            return packing;
        }
        try {
            packing = read();
            return packing;
        } finally {
            close(); // where there is no heap for it, it is lost
        }
    }

    private Packing read() {
        ByteBuffer bytes = bodyBytes();
        int offset = bodyOffset();
        byte[] stream = body;
        if (stream == null) {
            stream = new byte[streamLength];
            bytes.get(offset, stream);
        }
        List<Part> all = List.of();
        if (parts != null) {
            readArrays(bytes, offset);
            all = new ArrayList<>(Arrays.asList(parts));
        }
        return new Packing(stream, streamLength, all);
    }

    private void readArrays(ByteBuffer bytes, int offset) {
        int at = offset + describedAt(parts.length);
        for (int i = 0; i < parts.length; i++) {
            if (parts[i] == null) {
                ElementType type = ElementType.of(bytes.getInt(offset + describedAt(i)));
                int length = length(i);
                at = aligned(at, offset);
                Object array = type.newArray(length);
                type.get(bytes.duplicate().order(bytes.order()).position(at), array, 0, length);
                parts[i] = new Part(type, array, length, false);
                at += length * type.size;
            }
        }
    }

    /** Arrays begin at multiples of 8 of the frame, and so of what is behind its header. */
    static int aligned(int at, int offset) {
        return (at - offset + 7 & ~7) + offset;
    }

    /** It is not taken any more. */
    void close() {
        Frame kept = frame;
        frame = null;
        body = null;
        if (kept != null) {
            kept.release();
        }
    }
}
