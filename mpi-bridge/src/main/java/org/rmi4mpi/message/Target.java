package org.rmi4mpi.message;

import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.MpiTypes;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;

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
        /** @param pairs address of a displacement and a length of each block, in bytes, as longs */
        int call(int blocks, long pairs);
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

    /** Offset in bytes of the lowest byte, from the displacement on. */
    long lowest() {
        return layout.lowest(0, count) * layout.elementSize();
    }

    /** Offset in bytes after the highest byte, from the displacement on. */
    long highest() {
        return layout.highest(0, count) * layout.elementSize();
    }

    /**
     * Calls with a displacement in bytes, and a datatype in MPI.
     *
     * @param start the displacement for MPI
     * @param type of an item
     * @param elements of an item
     */
    int inMpi(String call, long start, long type, int elements, Call use) {
        if (layout.isContiguous()) {
            return use.call(start + layout.first() * (long) layout.elementSize(), (int) (elements() / elements), type);
        }
        int blocks = blocks();
        NativeBuffer lengths = NativeBuffer.acquire(Integer.BYTES * blocks);
        NativeBuffer places = NativeBuffer.acquire(Long.BYTES * blocks);
        NativeBuffer types = NativeBuffer.acquire(Long.BYTES * blocks);
        RequestSlot slot = RequestSlot.acquire();
        try {
            int[] next = new int[1];
            layout.forEachBlock(0, count, Integer.MAX_VALUE, (index, length, before) -> {
                lengths.bytes().putInt(Integer.BYTES * next[0], length / elements);
                places.bytes().putLong(Long.BYTES * next[0], (long) index * layout.elementSize());
                types.bytes().putLong(Long.BYTES * next[0]++, type);
            });
            Check.code(call,
                    MpiTypes.struct(blocks, lengths.address(), places.address(), types.address(), 0, -1, slot));
            long made = slot.handle();
            int code = use.call(start, 1, made);
            int freed = MpiTypes.free(made); // MPI keeps it as long as an operation needs it
            return code == Mpi.SUCCESS ? freed : code;
        } finally {
            slot.release();
            lengths.release();
            places.release();
            types.release();
        }
    }

    /** Calls with a list of the blocks: for each, its displacement in bytes from the start, and its length in bytes. */
    int inBlocks(long start, BlockCall use) {
        int blocks = blocks();
        NativeBuffer pairs = NativeBuffer.acquire(2 * Long.BYTES * blocks);
        try {
            int[] next = new int[1];
            layout.forEachBlock(0, count, Integer.MAX_VALUE, (index, length, before) -> {
                int at = 2 * Long.BYTES * next[0]++;
                pairs.bytes().putLong(at, start + (long) index * layout.elementSize());
                pairs.bytes().putLong(at + Long.BYTES, (long) length * layout.elementSize());
            });
            return use.call(blocks, pairs.address());
        } finally {
            pairs.release();
        }
    }

    private int blocks() {
        int[] blocks = new int[1];
        layout.forEachBlock(0, count, Integer.MAX_VALUE, (index, length, before) -> blocks[0]++);
        return blocks[0];
    }
}
