package org.rmi4mpi.message;

import java.util.Arrays;
import java.util.Objects;

/** Collects the blocks of a new layout, each a number of copies of another one. Owned by one call. */
public final class LayoutBuilder {
    private final String call;
    private final Layout base;
    private int[] starts = new int[8];
    private int[] lengths = new int[8];
    private int count;
    private long size;
    private long lb = Long.MAX_VALUE;
    private long ub = Long.MIN_VALUE;
    private Long markedLb;
    private Long markedUb;

    /** @param base a layout with the same items as all layouts that will be added */
    public LayoutBuilder(String call, Layout base) {
        this.call = call;
        this.base = base;
        Check.datatype(call, "oldtype", base);
    }

    public LayoutBuilder check(String what, int count) {
        Check.argument(call, count >= 0, what, count, "0 or more");
        return this;
    }

    public LayoutBuilder check(int[] blocklengths, int[] displacements) {
        Check.argument(call, blocklengths != null, "array_of_blocklengths", "null", "an array");
        Check.argument(call, displacements != null, "array_of_displacements", "null", "an array");
        Check.argument(call, blocklengths.length == displacements.length, "array_of_displacements.length",
                displacements.length, "that of array_of_blocklengths, " + blocklengths.length);
        return this;
    }

    /** Adds some copies of a layout, from a displacement in elements on. */
    public LayoutBuilder add(int copies, long displacement, Layout type) {
        check("blocklength", copies);
        Check.datatype(call, "datatype", type);
        Check.argument(call, Objects.equals(type.item(), base.item()), "datatype", type,
                "one of the same base type as the others");
        if (copies == 0) {
            return this;
        }
        long last = displacement + (long) (copies - 1) * type.extent();
        lb = Math.min(lb, Math.min(displacement, last) + type.lb());
        ub = Math.max(ub, Math.max(displacement, last) + type.ub());
        if (type.isLbMarked()) {
            markLb(Math.min(displacement, last) + type.lb());
        }
        if (type.isUbMarked()) {
            markUb(Math.max(displacement, last) + type.ub());
        }
        if (type.isContiguous()) {
            addBlock(displacement + type.first(), (long) copies * type.size());
            return this;
        }
        for (int k = 0; k < copies; k++) {
            for (int i = 0; i < type.starts.length; i++) {
                addBlock(displacement + (long) k * type.extent() + type.starts[i], type.lengths[i]);
            }
        }
        return this;
    }

    /** Sets the lower bound, in elements. */
    public void markLb(long displacement) {
        markedLb = markedLb == null ? displacement : Math.min(markedLb, displacement);
    }

    /** Sets the upper bound, in elements. */
    public void markUb(long displacement) {
        markedUb = markedUb == null ? displacement : Math.max(markedUb, displacement);
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

    public Layout layout() {
        long lower = markedLb != null ? markedLb : lb == Long.MAX_VALUE ? 0 : lb;
        long upper = markedUb != null ? markedUb : ub == Long.MIN_VALUE ? 0 : ub;
        Check.argument(call, upper - lower <= Integer.MAX_VALUE && lower >= Integer.MIN_VALUE, "extent",
                upper - lower, "at most " + Integer.MAX_VALUE);
        return new Layout("derived by " + call, base.item(), Arrays.copyOf(starts, count),
                Arrays.copyOf(lengths, count), (int) lower, (int) upper, markedLb != null, markedUb != null);
    }
}
