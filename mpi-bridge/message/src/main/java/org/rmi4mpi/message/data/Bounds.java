package org.rmi4mpi.message.data;

/**
 * The lower and upper bound of a layout, in bytes. A bound that the program has set is marked, and stays set in layouts
 * that are made of this one. Immutable.
 */
record Bounds(long lower, long upper, boolean isLowerMarked, boolean isUpperMarked) {
    /** The bounds of bytes without gaps, from 0 on. */
    static Bounds ofBytes(long bytes) {
        return new Bounds(0, bytes, false, false);
    }

    long extent() {
        return upper - lower;
    }

    /** The same marks, and other values. */
    Bounds at(long newLower, long newUpper) {
        return new Bounds(newLower, newUpper, isLowerMarked, isUpperMarked);
    }
}
