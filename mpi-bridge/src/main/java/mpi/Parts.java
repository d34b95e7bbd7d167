package mpi;

import java.util.Arrays;
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.NativeBuffer;

/**
 * The pieces of a program's buffer that a collective operation exchanges with each rank: copied one behind the other,
 * or left in their place. Owned by the thread that puts the operation together.
 */
final class Parts {
    private final Place place;
    private final int offset;
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

    /** Pieces of one size, one after the other. */
    static Parts equal(String call, Place place, int offset, int count, int ranks) {
        Check.argument(call, count >= 0, "count", count, "0 or more");
        int[] counts = new int[ranks];
        int[] displs = new int[ranks];
        for (int i = 0; i < ranks; i++) {
            counts[i] = count;
            displs[i] = i * count;
        }
        return new Parts(call, place, offset, counts, displs, ranks);
    }

    /** Pieces of given sizes, at displacements in extents of the datatype; the arrays may be longer than the ranks. */
    static Parts of(String call, Place place, int offset, int[] counts, int[] displs, int ranks) {
        return new Parts(call, place.checkPieces(counts, displs, ranks), offset, counts, displs, ranks);
    }

    private Parts(String call, Place place, int offset, int[] counts, int[] displs, int ranks) {
        this.place = place;
        this.offset = offset;
        this.counts = counts;
        offsets = new int[ranks];
        elements = new int[ranks];
        displacements = new int[ranks];
        long all = 0;
        for (int i = 0; i < ranks; i++) {
            offsets[i] = place.piece(offset, i, counts[i], displs[i]);
            elements[i] = (int) place.type().elements(counts[i]);
            all += elements[i];
        }
        long bytes = all * place.type().elementSize();
        Check.argument(call, bytes <= Check.LARGEST_MESSAGE, "the pieces together", bytes + " bytes",
                "at most 2 GiB less 1 byte");
        this.all = all;
    }

    /** For pieces that are sent: a copy, if they are not in a direct buffer. */
    Parts sent() {
        return place.isDirect() ? inPlace(null) : copied();
    }

    /**
     * For pieces that are received: a large array is left in its place as well. What does not arrive, because less was
     * sent than there is room for, leaves the buffer as it is; MPI does not tell, so that a copy has its elements.
     *
     * @throws MPIException where nothing can be received into the program's buffer
     */
    Parts received() {
        Memory pinned = place.writable().pinned(all);
        return pinned != null || place.isDirect() ? inPlace(pinned) : copied();
    }

    private Parts inPlace(Memory pinned) {
        memory = pinned;
        address = (pinned == null ? 0 : pinned.address()) + place.address(offset);
        Arrays.setAll(displacements, i -> offsets[i] - offset);
        return this;
    }

    private Parts copied() {
        copy = NativeBuffer.acquire((int) all * place.type().elementSize());
        memory = copy;
        address = copy.address();
        int before = 0;
        for (int i = 0; i < offsets.length; i++) {
            displacements[i] = before;
            place.pack(offsets[i], counts[i], copy.bytes(), before * place.type().elementSize());
            before += elements[i];
        }
        return this;
    }

    /** Takes the pieces that have arrived to where they belong. */
    void arrived() {
        for (int i = 0; copy != null && i < offsets.length; i++) {
            place.unpack(copy.bytes(), displacements[i] * place.type().elementSize(), elements[i], offsets[i],
                    counts[i]);
        }
    }

    long address() {
        return address;
    }

    /** Elements of each piece, where all are of one size. */
    int elements() {
        return elements.length == 0 ? 0 : elements[0];
    }

    long type() {
        return place.type().handle();
    }

    Object buf() {
        return place.buf();
    }

    /** Null for a direct buffer. */
    Memory memory() {
        return memory;
    }

    /** Elements of each piece, in native memory that the caller releases. */
    NativeBuffer nativeCounts() {
        return Comm.ints(elements);
    }

    /** Where each piece begins, in elements, in native memory that the caller releases. */
    NativeBuffer nativeDisplacements() {
        return Comm.ints(displacements);
    }
}
