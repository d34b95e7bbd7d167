package org.rmi4mpi.jpvm.pack;

/** Checks that an array has the values which a program packs or unpacks, at index 0, stride, 2 * stride. Stateless. */
public final class ArrayRange {
    private ArrayRange() {}

    /**
     * @param type of the values, for the error
     * @throws IllegalArgumentException if the array is null or too short, or count or stride is wrong
     */
    public static void checkPacked(Object type, Object array, int length, int count, int stride) {
        String fault = fault("pack", type, array, length, count, stride);
        if (fault != null) {
            throw new IllegalArgumentException("jpvm error: " + fault);
        }
    }

    /**
     * @param type of the values, for the error
     * @throws TaskException if the array is null or too short, or count or stride is wrong
     */
    public static void checkUnpacked(Object type, Object array, int length, int count, int stride)
            throws TaskException {
        String fault = fault("unpack", type, array, length, count, stride);
        if (fault != null) {
            throw new TaskException(fault);
        }
    }

    private static String fault(String what, Object type, Object array, int length, int count, int stride) {
        if (array == null) {
            return what + ": the array of " + type + " is null";
        } else if (count < 0) {
            return what + ": a count of " + count + " " + type + ": give one from 0";
        } else if (count > 1 && stride < 1) {
            return what + ": a stride of " + stride + ": give one from 1";
        } else if (count > 0 && (count - 1L) * stride >= length) {
            return what + ": " + count + " " + type + " of stride " + stride + " take an array of "
                    + ((count - 1L) * stride + 1) + " > " + length + ", its length";
        }
        return null;
    }
}
