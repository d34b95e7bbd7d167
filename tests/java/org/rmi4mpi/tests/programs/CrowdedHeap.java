package org.rmi4mpi.tests.programs;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Large arrays that fill most of a heap, of which every other one is dropped. A larger array then has room only after the
 * collector has moved the ones that are left. Used by one thread.
 */
public final class CrowdedHeap {
    private static final int MEBIBYTE = 1 << 20;
    /** Elements of an array. With its header it is a little shorter than a region of 1 MiB. */
    public static final int LENGTH = (MEBIBYTE - (16 << 10)) / Integer.BYTES;

    private final int[][] arrays;
    private final int chosen;
    private final int[] larger;

    private CrowdedHeap(int count, int mebibytesOfLarger) {
        arrays = new int[count][];
        chosen = count / 2 | 1;
        larger = new int[] {mebibytesOfLarger * (MEBIBYTE / Integer.BYTES)};
        for (int i = 0; i < count; i++) {
            arrays[i] = filled(i);
        }
    }

    /**
     * Fills a heap of 128 MiB so far that only the collector's last attempt finds room for the larger array.
     *
     * @param count of arrays, of nearly 1 MiB each
     */
    public static CrowdedHeap filled(int count, int mebibytesOfLarger) {
        return new CrowdedHeap(count, mebibytesOfLarger);
    }

    /** An array with this value in each element. */
    public static int[] filled(int value) {
        int[] array = new int[LENGTH];
        Arrays.fill(array, value);
        return array;
    }

    /** An array from the middle, which has its number in each element. */
    public int[] chosen() {
        return arrays[chosen];
    }

    public int number() {
        return chosen;
    }

    /** Lets the collector move the arrays, if it does. */
    public void move() {
        for (int i = 0; i < arrays.length; i += 2) {
            arrays[i] = null;
        }
        System.gc();
        try {
            int[] last = new int[larger[0]];
            last[0] = 1;
            larger[0] = last.length;
        } catch (OutOfMemoryError e) {
            // a collector that does not move them has no room
        }
    }

    /** Checks each element of each array that is left. */
    public void check(String what, int inChosen) {
        for (int i = 1; i < arrays.length; i += 2) {
            checkAll(what + (i == chosen ? "" : ", in another array, " + i), arrays[i], i == chosen ? inChosen : i);
        }
    }

    public static void checkAll(String what, int[] array, int expected) {
        long wrong = IntStream.of(array).filter(element -> element != expected).count();
        if (wrong > 0) {
            throw new AssertionError(what + ": " + wrong + " elements are not " + expected);
        }
    }
}
