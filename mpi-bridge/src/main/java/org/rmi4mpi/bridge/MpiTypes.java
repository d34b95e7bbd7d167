package org.rmi4mpi.bridge;

/** The calls that make datatypes; see {@link Mpi}. They do not block. */
public final class MpiTypes {
    static {
        NativeLibrary.load();
    }

    private MpiTypes() {}

    /**
     * Makes a structure that is ready for use, and stores its handle in the slot, as {@link RequestSlot#handle}.
     *
     * @param lengths address of ints
     * @param displacements address of longs, in bytes
     * @param types address of handles as longs
     * @param lower bound in bytes
     * @param extent in bytes; negative to keep MPI's own bound and extent
     */
    public static int struct(
            int count, long lengths, long displacements, long types, long lower, long extent, RequestSlot result) {
        return struct0(count, lengths, displacements, types, lower, extent, result.address());
    }

    /** Stores the number of bytes of a message in the slot, as {@link RequestSlot#value}. */
    public static int size(long type, RequestSlot result) {
        return size0(type, result.address());
    }

    /** Bytes from one copy to the next. */
    public static long extent(long type) {
        return extent0(type);
    }

    public static int free(long type) {
        return free0(type);
    }

    private static native int struct0(
            int count, long lengths, long displacements, long types, long lower, long extent, long result);

    private static native int size0(long type, long result);

    private static native long extent0(long type);

    private static native int free0(long type);
}
