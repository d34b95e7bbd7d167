package org.rmi4mpi.message.data;

import java.util.Arrays;

/** Collects the blocks of a new layout, each a number of copies of another one. Owned by one call. */
final class LayoutBuilder {
    private final String call;
    private final Layout.Item item;
    /** Bytes of an element of the new layout. */
    private final int unit;
    private int[] starts = new int[8];
    private int[] lengths = new int[8];
    private int count;
    private long size;

    /** @param item that of all layouts that will be added, or that of a structure */
    LayoutBuilder(String call, Layout.Item item) {
        this.call = call;
        this.item = item;
        this.unit = item.elementSize();
    }

    /** Adds some copies of a layout, from a displacement in bytes on. */
    void add(int copies, long displacement, Layout type) {
        long scale = type.elementSize() / unit;
        long start = displacement / unit;
        if (copies == 0 || type.size() == 0) {
            return;
        } else if (type.isContiguous() && !isSplit(type)) {
            addBlock(start + type.first() * scale, copies * (type.size() * scale));
            return;
        }
        for (int k = 0; k < copies; k++) {
            long at = start + (long) k * type.extent() * scale;
            if (isSplit(type)) {
                type.forEachRun(0, 1, Integer.MAX_VALUE, (index, length, before) -> addBlock(at + index, length));
            } else {
                for (int i = 0; i < type.starts.length; i++) {
                    addBlock(at + type.starts[i] * scale, type.lengths[i] * scale);
                }
            }
        }
    }

    /** Whether the gaps within the items are gaps between the blocks of the new layout. */
    private boolean isSplit(Layout type) {
        return type.hasGaps() && item.isStructure();
    }

    private void addBlock(long start, long length) {
        long end = start + length;
        Check.argument(call, start >= Integer.MIN_VALUE && end <= Integer.MAX_VALUE, "displacement",
                start + " of a block of " + length + " elements", "blocks that lie within the range of an int");
        if (length == 0) {
            return;
        }
        size += length;
        Check.argument(call, size <= Integer.MAX_VALUE, "size", size, "at most " + Integer.MAX_VALUE);
        if (count > 0 && starts[count - 1] + lengths[count - 1] == start) {
            lengths[count - 1] += (int) length;
            return;
        }
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
        }
        starts[count] = (int) start;
        lengths[count++] = (int) length;
    }

    Layout layout(Bounds bounds, Derivation derivation) {
        long lower = bounds.lower() / unit;
        long upper = bounds.upper() / unit;
        Check.argument(call, lower == (int) lower && upper == (int) upper && upper - lower == (int) (upper - lower),
                "extent", upper - lower, "bounds and an extent within the range of an int");
        return new Layout("derived by " + call, item, Arrays.copyOf(starts, count), Arrays.copyOf(lengths, count),
                bounds, derivation);
    }
}
