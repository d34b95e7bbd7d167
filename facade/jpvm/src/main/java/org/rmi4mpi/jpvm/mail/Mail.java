package org.rmi4mpi.jpvm.mail;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rmi4mpi.jpvm.pack.ElementType;
import org.rmi4mpi.jpvm.pack.Packing;
import org.rmi4mpi.jpvm.pack.Part;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.wire.MailFrame;

/** A message in a mailbox, or in flight to one. Its list links are guarded by the mailbox's monitor. */
public final class Mail {
    private final Envelope envelope;
    /** The sending rank, and the bytes of its room that the message uses. */
    private final int sender;
    private final long weight;
    /**
     * The contents. A message within this rank has a packing. A message from another rank has the bytes behind the frame's
     * header, in a copy or still in the frame.
     */
    private Packing packing;
    private byte[] body;
    private Frame frame;
    private int streamLength;
    /** All arrays of the message, in the frame or beside it; null if there are none. */
    private Part[] parts;
    /** Those of them that have arrived outside of the heap; null if there are none. */
    private Frame[] outside;
    /** Bytes of {@link MailHeap} that the arrays take. */
    private long heap;
    private final Object original;
    /** Whether arrays are still to arrive. */
    private volatile boolean isPending;

    Mail previous;
    Mail next;

    /** A message within this rank. */
    Mail(Envelope envelope, int rank, long weight, Packing packing, Object original) {
        this.envelope = envelope;
        sender = rank;
        this.weight = weight;
        this.packing = packing;
        this.original = original;
    }

    /**
     * A message that has arrived from another rank.
     *
     * @param kept the frame, if the bytes stay in it; it is released after they have been read. Otherwise null
     */
    Mail(ByteBuffer bytes, int sender, long weight, Frame kept) {
        this.sender = sender;
        envelope = Envelope.read(bytes);
        streamLength = MailFrame.streamBytes(bytes);
        int arrays = MailFrame.arrays(bytes);
        this.weight = weight;
        original = null;
        parts = arrays == 0 ? null : new Part[arrays];
        frame = kept;
        if (kept == null) {
            body = new byte[bytes.limit() - MailFrame.HEADER];
            bytes.get(MailFrame.HEADER, body);
        }
    }

    public Envelope envelope() {
        return envelope;
    }

    int sender() {
        return sender;
    }

    long weight() {
        return weight;
    }

    /** The buffer as sent, if a task receives its own message; otherwise null. */
    public Object original() {
        return original;
    }

    boolean isPending() {
        return isPending;
    }

    void setPending(boolean now) {
        isPending = now;
    }

    /** Offset of an array's type and length, counted from the end of the header. */
    private int describedAt(int array) {
        return streamLength + 8 * array;
    }

    private ByteBuffer bodyBytes() {
        return body != null ? ElementType.view(body) : frame.bytes();
    }

    private int bodyOffset() {
        return body != null ? 0 : MailFrame.HEADER;
    }

    /** Type of an array that travels beside the frame; null for an array in the frame. */
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

    /** @param taken bytes of {@link MailHeap} */
    void put(int array, ElementType type, Object elements, long taken) {
        parts[array] = new Part(type, elements, length(array), false);
        heap += taken;
    }

    /** An array arrives outside of the heap. */
    void put(int array, Frame into) {
        if (outside == null) {
            outside = new Frame[parts.length];
        }
        outside[array] = into;
    }

    /** Drops the arrays that should have arrived beside the message. Returns the bytes of {@link MailHeap} of them. */
    long dropArrays() {
        Arrays.fill(parts, null);
        releaseOutside();
        long taken = heap;
        heap = 0;
        return taken;
    }

    long heap() {
        return heap;
    }

    /**
     * Brings the contents into the heap, and releases all other memory. Called by the receiving thread.
     *
     * @throws OutOfMemoryError if the heap is exhausted; the message may be read again
     */
    void read() {
        if (packing == null) {
            packing = contents();
            close();
        }
    }

    /** The contents of a message that a task has received. */
    public Packing open() {
        return packing;
    }

    private Packing contents() {
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
            if (apart(i) == null) {
                ElementType type = ElementType.of(bytes.getInt(offset + describedAt(i)));
                at = (int) aligned(at, offset);
                readFrom(bytes.duplicate().order(bytes.order()).position(at), i, type);
                at += length(i) * type.size;
            } else if (outside != null && outside[i] != null) {
                readFrom(outside[i].bytes().clear(), i, apart(i));
            }
        }
    }

    private void readFrom(ByteBuffer bytes, int array, ElementType type) {
        if (parts[array] == null) { // Otherwise an earlier attempt has read it.
            Object elements = type.newArray(length(array));
            type.get(bytes, elements, 0, length(array));
            put(array, type, elements, 0);
        }
    }

    /** Aligns to a multiple of 8 relative to the end of the header, whose length is also a multiple of 8. */
    static long aligned(long at, int offset) {
        return (at - offset + 7 & ~7) + offset;
    }

    /** Releases the frame or the copied bytes. The message is not read afterwards. */
    void close() {
        Frame kept = frame;
        frame = null;
        body = null;
        if (kept != null) {
            kept.release();
        }
        releaseOutside();
    }

    private void releaseOutside() {
        for (int i = 0; outside != null && i < outside.length; i++) {
            if (outside[i] != null) {
                outside[i].release();
            }
        }
        outside = null;
    }
}
