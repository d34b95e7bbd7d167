package org.rmi4mpi.message;

import java.util.Arrays;
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.NativeBuffer;

/**
 * The pieces of a program's buffer that a collective operation exchanges with each rank: copied one behind the other,
 * or left in their place. Owned by the thread that puts the operation together.
 */
final class Pieces {
    private final Span span;
    private final int[] offsets;
    private final int[] counts;
    private final int[] elements;
    private final int[] displacements;
    private final long all;
    private long address;
    /** What the operation owns; null for a direct buffer. */
    private Memory memory;
    /** Null where the elements are read and written where they lie. */
    private NativeBuffer copy;

    /** Pieces of one size, which is the span's count, one after the other. */
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

    /** For pieces that are sent: a copy, if they are not in a direct buffer. */
    Pieces sent() {
        return span.isDirect() ? inPlace(null) : copied();
    }

    /**
     * For pieces that are received: a large array is left in its place as well. What does not arrive, because less was
     * sent than there is room for, leaves the buffer as it is; MPI does not tell, so that a copy has its elements.
     *
     * @throws MessageException where nothing can be received into the program's buffer
     */
    Pieces received() {
        Memory pinned = span.writable().pinned(all);
        return pinned != null || span.isDirect() ? inPlace(pinned) : copied();
    }

    private Pieces inPlace(Memory pinned) {
        memory = pinned;
        address = (pinned == null ? 0 : pinned.address()) + span.address();
        Arrays.setAll(displacements, i -> offsets[i] - span.offset());
        return this;
    }

    private Pieces copied() {
        copy = NativeBuffer.acquire((int) all * span.layout().elementSize());
        memory = copy;
        address = copy.address();
        int before = 0;
        for (int i = 0; i < offsets.length; i++) {
            displacements[i] = before;
            span.pack(offsets[i], counts[i], copy.bytes(), before * span.layout().elementSize());
            before += elements[i];
        }
        return this;
    }

    /** Takes the pieces that have arrived to where they belong. */
    void arrived() {
        for (int i = 0; copy != null && i < offsets.length; i++) {
            span.unpack(copy.bytes(), displacements[i] * span.layout().elementSize(), elements[i], offsets[i],
                    counts[i]);
        }
    }

    long address() {
        return address;
    }

    /** What MPI is told of each piece, where all are of one size. */
    int items() {
        return elements.length == 0 ? 0 : span.layout().items(elements[0]);
    }

    long type() {
        return span.layout().handle();
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
        return ints(Arrays.stream(elements).map(span.layout()::items).toArray());
    }

    /** Where each piece begins, in items, in native memory that the caller releases. */
    NativeBuffer nativeDisplacements() {
        return ints(Arrays.stream(displacements).map(span.layout()::items).toArray());
    }

    /** Where each piece begins, in bytes, in native memory that the caller releases. */
    NativeBuffer nativeByteDisplacements() {
        return ints(Arrays.stream(displacements).map(at -> at * span.layout().elementSize()).toArray());
    }

    /** Ints in native memory. */
    static NativeBuffer ints(int[] values) {
        NativeBuffer memory = NativeBuffer.acquire(Math.max(4, 4 * values.length));
        memory.bytes().asIntBuffer().put(0, values);
        return memory;
    }
}
