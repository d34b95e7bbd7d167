package org.rmi4mpi.bridge;

/**
 * The calls that make datatypes; see {@link Mpi}. They do not block. The handle of a new datatype is stored in a slot, as
 * {@link RequestSlot#handle}. Displacements, strides and bounds are in bytes.
 */
public final class MpiTypes {
    static {
        NativeLibrary.load();
    }

    private MpiTypes() {}

    public static int contiguous(int count, long type, RequestSlot result) {
        return contiguous0(count, type, result.address());
    }

    public static int vector(int count, int length, long stride, long type, RequestSlot result) {
        return vector0(count, length, stride, type, result.address());
    }

    /**
     * @param lengths address of ints
     * @param displacements address of longs
     */
    public static int indexed(int count, long lengths, long displacements, long type, RequestSlot result) {
        return indexed0(count, lengths, displacements, type, result.address());
    }

    /**
     * @param lengths address of ints
     * @param displacements address of longs
     * @param types address of handles as longs
     */
    public static int struct(int count, long lengths, long displacements, long types, RequestSlot result) {
        return struct0(count, lengths, displacements, types, result.address());
    }

    public static int resized(long type, long lower, long extent, RequestSlot result) {
        return resized0(type, lower, extent, result.address());
    }

    /** Makes a datatype ready for operations. */
    public static int commit(long type) {
        return commit0(type);
    }

    /**
     * Tells lower bound and extent.
     *
     * @param result address of two longs
     */
    public static int extent(long type, long result) {
        return extent0(type, result);
    }

    public static int free(long type) {
        return free0(type);
    }

    private static native int contiguous0(int count, long type, long result);

    private static native int vector0(int count, int length, long stride, long type, long result);

    private static native int indexed0(int count, long lengths, long displacements, long type, long result);

    private static native int struct0(int count, long lengths, long displacements, long types, long result);

    private static native int resized0(long type, long lower, long extent, long result);

    private static native int commit0(long type);

    private static native int extent0(long type, long result);

    private static native int free0(long type);
}
