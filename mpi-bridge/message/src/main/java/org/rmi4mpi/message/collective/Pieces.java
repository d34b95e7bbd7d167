package org.rmi4mpi.message.collective;

import java.util.Arrays;
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.MessageException;
import org.rmi4mpi.message.data.Span;

/**
 * The pieces of a program's buffer that a collective operation exchanges with each rank. They are copied without gaps,
 * or stay in the buffer. Owned by the thread that puts the operation together.
 */
public final class Pieces {
    private final Span span;
    private final int[] offsets;
    private final int[] counts;
    private final int[] elements;
    private final int[] displacements;
    private final long all;
    private long address;
    /** The memory that the operation owns; null for a direct buffer. */
    private Memory memory;
    /** Null where MPI reads and writes the elements in the program's buffer. */
    private NativeBuffer copy;

    /** Pieces of equal size without gaps: the span's count is the count of each. */
    static Pieces equal(Span span, int ranks) {
        Check.argument(span.call(), span.count() >= 0, "count", span.count(), "0 or more");
        return new Pieces(span, equal(span.count(), ranks), steps(span.count(), ranks), ranks);
    }

    /** Pieces of given sizes, at displacements in extents of the layout; the arrays may be longer than the ranks. */
    static Pieces of(Span span, int[] counts, int[] displs, int ranks) {
        return new Pieces(span.checkPieces(counts, displs, ranks), counts, displs, ranks);
    }

    static int[] equal(int count, int ranks) {
        int[] counts = new int[ranks];
        Arrays.fill(counts, count);
        return counts;
    }

    static int[] steps(int count, int ranks) {
        int[] displs = new int[ranks];
        for (int i = 0; i < ranks; i++) {
            displs[i] = i * count;
        }
        return displs;
    }

    private Pieces(Span span, int[] counts, int[] displs, int ranks) {
        this.span = span;
        this.counts = counts;
        offsets = new int[ranks];
        elements = new int[ranks];
        displacements = new int[ranks];
        long all = 0;
        for (int i = 0; i < ranks; i++) {
            offsets[i] = span.piece(i, counts[i], displs[i]);
            elements[i] = (int) span.layout().elements(counts[i]);
            all += elements[i];
        }
        long bytes = all * span.layout().elementSize();
        Check.argument(span.call(), bytes <= Check.LARGEST_MESSAGE, "the pieces together", bytes + " bytes",
                "at most 2 GiB less 1 byte");
        this.all = all;
    }

    /** Copies the pieces to send, unless they are in a direct buffer, or in a large array into which nothing is received. */
    Pieces sent(Span received) {
        Memory pinned = Exchange.isApart(span, received) ? span.pinned(all) : null;
        return prepared(pinned).fill();
    }

    /**
     * Prepares memory for pieces to receive: a copy, or the direct buffer or large array itself. Ranks may send less
     * than there is room for, and MPI does not tell how much. Then {@link #fill} has to follow, so that the elements that do
     * not arrive stay as they were.
     *
     * @throws MessageException where nothing can be received into the program's buffer
     */
    Pieces received() {
        return prepared(span.writable().pinned(all));
    }

    private Pieces prepared(Memory pinned) {
        return pinned != null || span.isDirect() ? inPlace(pinned) : copied();
    }

    private Pieces inPlace(Memory pinned) {
        memory = pinned;
        address = (pinned == null ? 0 : pinned.address()) + span.address();
        for (int i = 0; i < offsets.length; i++) {
            displacements[i] = offsets[i] - span.offset();
        }
        return this;
    }

    private Pieces copied() {
        copy = NativeBuffer.acquire((int) all * span.layout().elementSize());
        memory = copy;
        address = copy.address();
        int before = 0;
        for (int i = 0; i < offsets.length; i++) {
            displacements[i] = before;
            before += elements[i];
        }
        return this;
    }

    /** Copies the buffer's elements into the memory, unless MPI has the program's memory. */
    Pieces fill() {
        for (int i = 0; copy != null && i < offsets.length; i++) {
            span.pack(offsets[i], counts[i], copy.bytes(), displacements[i] * span.layout().elementSize());
        }
        return this;
    }

    /** Copies the arrived pieces to the program's buffer. */
    void arrived() {
        for (int i = 0; copy != null && i < offsets.length; i++) {
            span.unpack(copy.bytes(), displacements[i] * span.layout().elementSize(), elements[i], offsets[i],
                    counts[i]);
        }
    }

    long address() {
        return address;
    }

    /** The count of items of each piece, where all have the same size. */
    int items() {
        return elements.length == 0 ? 0 : span.layout().items(elements[0]);
    }

    long type() {
        return span.layout().handle();
    }

    /** Bytes of all pieces on the wire. */
    long bytes() {
        return all * span.layout().elementSize();
    }

    Object buf() {
        return span.buf();
    }

    /** Null for a direct buffer. */
    Memory memory() {
        return memory;
    }

    /** Items of each piece, in native memory that the caller releases. */
    NativeBuffer nativeCounts() {
        return items(elements);
    }

    /** The index at which each piece begins, in items, in native memory that the caller releases. */
    NativeBuffer nativeDisplacements() {
        return items(displacements);
    }

    private NativeBuffer items(int[] elements) {
        int[] items = new int[elements.length];
        for (int i = 0; i < items.length; i++) {
            items[i] = span.layout().items(elements[i]);
        }
        return NativeBuffer.of(items);
    }
}
