package org.rmi4mpi.message.data;

import java.util.Arrays;

/**
 * The parts of a new layout: what they have in common, and its bounds by the rules of MPI 1.1, 3.12.3. Bounds that are
 * marked count before others. Parts without elements count for their marks alone. Owned by one call.
 */
final class Composition {
    /** In bytes. Sums of a few such displacements stay within the range of a long. */
    private static final long FARTHEST = 1L << 60;

    private long lower = Long.MAX_VALUE;
    private long upper = Long.MIN_VALUE;
    private long markedLower = Long.MAX_VALUE;
    private long markedUpper = Long.MIN_VALUE;
    private boolean isHalfMarked;
    private boolean isPlain = true;
    /** Null as long as no part has elements. */
    private Layout.Item item;
    private final Layout.Item unused;
    private boolean isOfOneItem = true;
    private boolean isInElements = true;

    Composition(Derivation derivation) {
        unused = Arrays.stream(derivation.types()).filter(type -> !type.isMarker()).map(Layout::item).findFirst()
                .orElse(Layout.BYTES);
        derivation.forEachPart(this::add);
    }

    private void add(int copies, long displacement, Layout type) {
        if (copies == 0) {
            return;
        }
        Bounds part = type.bounds();
        boolean isFar = Math.abs(part.extent()) > FARTHEST / copies; // the blocks are refused, too
        long last = displacement + (isFar ? FARTHEST : (copies - 1) * part.extent());
        long lowest = Math.min(displacement, last) + part.lower();
        long highest = Math.max(displacement, last) + part.upper();
        if (part.isLowerMarked()) {
            markedLower = Math.min(markedLower, lowest);
        }
        if (part.isUpperMarked()) {
            markedUpper = Math.max(markedUpper, highest);
        }
        isHalfMarked |= part.isLowerMarked() != part.isUpperMarked();
        isPlain &=
                type.size() > 0 && !part.isLowerMarked() && !part.isUpperMarked() && isPlain(displacement, part, type);
        if (type.size() > 0) {
            lower = Math.min(lower, lowest);
            upper = Math.max(upper, highest);
            isOfOneItem &= item == null || item.equals(type.item());
            item = type.item();
            isInElements &= displacement % type.elementSize() == 0;
        }
    }

    /** Whether a part lies so that its alignment does not move the upper bound. */
    private static boolean isPlain(long displacement, Bounds part, Layout type) {
        int unit = type.item().isPair() ? type.item().bytes() : type.elementSize();
        return !type.item().isStructure() && displacement % unit == 0 && part.lower() % unit == 0
                && part.upper() % unit == 0;
    }

    /** Whether the rules of all MPIs give the same bounds. */
    boolean isPlain() {
        return isPlain && isOfOneItem && !isEmpty();
    }

    /** Whether a part has one marked bound, and not the other. MPI 3 has no such datatypes. */
    boolean isHalfMarked() {
        return isHalfMarked;
    }

    /** The item of all parts. */
    Layout.Item item() {
        return item == null ? unused : item;
    }

    /** Whether several base types are among the parts, or a structure. */
    boolean isStructure() {
        return !isOfOneItem || item().isStructure();
    }

    boolean isOfObjects() {
        return isOfOneItem && item().element() == null;
    }

    /** Whether there are no elements. */
    boolean isEmpty() {
        return item == null;
    }

    /** Whether the layout can count elements of its base type, with these bounds. */
    boolean isInElements(Bounds bounds) {
        int unit = item().elementSize();
        return isOfOneItem && isInElements && bounds.lower() % unit == 0 && bounds.upper() % unit == 0;
    }

    /** The bounds, without what an alignment adds. */
    Bounds bounds() {
        boolean isLowerMarked = markedLower < Long.MAX_VALUE;
        boolean isUpperMarked = markedUpper > Long.MIN_VALUE;
        return new Bounds(isLowerMarked ? markedLower : isEmpty() ? 0 : lower,
                isUpperMarked ? markedUpper : isEmpty() ? 0 : upper, isLowerMarked, isUpperMarked);
    }
}
