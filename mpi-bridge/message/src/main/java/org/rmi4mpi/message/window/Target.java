package org.rmi4mpi.message.window;

import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Layout;
import org.rmi4mpi.message.data.MessageException;
import org.rmi4mpi.message.data.MpiType;

/**
 * A part of a rank's window: copies of a layout from a displacement on. Immutable.
 *
 * @param displacement in units of that rank's window
 */
public record Target(int rank, int displacement, int count, Layout layout) {
    /** A call of MPI with a displacement, a count and a datatype. */
    @FunctionalInterface
    interface Call {
        /** Returns MPI's code. */
        int call(long displacement, int count, long type);
    }

    /** A call with a list of blocks. */
    @FunctionalInterface
    interface BlockCall {
        /** @param list address of longs that describe each block */
        int call(int blocks, long list);
    }

    /** @throws MessageException where an argument is wrong for any window */
    void check(String call, int ranks) {
        Check.peer(call, "targetRank", rank, ranks);
        Check.datatype(call, "targetType", layout);
        Check.argument(call, !layout.isObject(), "targetType", layout, "a datatype of a primitive base type");
        Check.argument(call, count >= 0, "targetCount", count, "0 or more");
        Check.argument(call, displacement >= 0, "targetDisp", displacement, "0 or more");
    }

    long elements() {
        return layout.elements(count);
    }

    long bytes() {
        return elements() * layout.elementSize();
    }

    long wireBytes() {
        return count * layout.wireSize();
    }

    /** Offset in bytes of the lowest byte, from the displacement on. */
    long lowest() {
        return layout.lowest(0, count) * layout.elementSize();
    }

    /** Offset in bytes after the highest byte, from the displacement on. */
    long highest() {
        return layout.highest(0, count) * layout.elementSize();
    }

    /** Bytes between the highest byte and the end of its item. */
    static int gap(Layout layout) {
        return layout == null ? 0 : layout.trailingGap();
    }

    /**
     * Calls with the target's own datatype.
     *
     * @param start the displacement for MPI
     */
    int inMpi(String call, long start, Call use) {
        if (layout.isContiguous()) {
            return use.call(start + layout.first() * (long) layout.elementSize(), layout.items(elements()),
                    layout.handle());
        }
        try (MpiType type = MpiType.of(call, layout)) {
            return use.call(start, count, type.committed());
        }
    }

    /**
     * Calls with a datatype that consists of an operation's items. MPI combines no others.
     *
     * @param start the displacement for MPI
     * @param type of an item
     * @param elements of an item
     */
    int inItems(String call, long start, long type, int elements, Call use) {
        if (layout.isContiguous()) {
            return use.call(start + layout.first() * (long) layout.elementSize(), (int) (elements() / elements), type);
        }
        int[] lengths = new int[blocks()];
        long[] places = new long[lengths.length];
        int[] next = new int[1];
        layout.forEachBlock(0, count, Integer.MAX_VALUE, (index, length, before) -> {
            lengths[next[0]] = length / elements;
            places[next[0]++] = (long) index * layout.elementSize();
        });
        try (MpiType made = MpiType.ofBlocks(call, lengths, places, type)) {
            return use.call(start, 1, made.committed());
        }
    }

    /**
     * Calls with a list of what is sent: for each run of elements, its displacement from the start, its length, and its
     * place in the memory of a message, in bytes.
     */
    int inRuns(long start, BlockCall use) {
        int[] runs = new int[1];
        layout.forEachRun(0, count, Integer.MAX_VALUE, (index, length, before) -> runs[0]++);
        NativeBuffer triples = NativeBuffer.acquire(3 * Long.BYTES * runs[0]);
        try {
            long size = layout.elementSize();
            int[] next = new int[1];
            layout.forEachRun(0, count, Integer.MAX_VALUE, (index, length, before) -> {
                triples.bytes().putLong(next[0], start + index * size);
                triples.bytes().putLong(next[0] + Long.BYTES, length * size);
                triples.bytes().putLong(next[0] + 2 * Long.BYTES, before * size);
                next[0] += 3 * Long.BYTES;
            });
            return use.call(runs[0], triples.address());
        } finally {
            triples.release();
        }
    }

    private int blocks() {
        int[] blocks = new int[1];
        layout.forEachBlock(0, count, Integer.MAX_VALUE, (index, length, before) -> blocks[0]++);
        return blocks[0];
    }
}
