package org.rmi4mpi.bridge;

/** The calls that make and read hints (MPI_Info); see {@link Mpi}. They do not block. Texts end with a zero byte. */
public final class MpiInfos {
    static {
        NativeLibrary.load();
    }

    private MpiInfos() {}

    /** Stores the handle in the slot, as {@link RequestSlot#handle}. */
    public static int create(RequestSlot result) {
        return create0(result.address());
    }

    /** The addresses refer to texts. */
    public static int set(long info, long key, long value) {
        return set0(info, key, value);
    }

    public static int free(long info) {
        return free0(info);
    }

    /** Stores the number of keys in the slot, as {@link RequestSlot#value}. */
    public static int size(long info, RequestSlot result) {
        return size0(info, result.address());
    }

    /** @param key address of MPI_MAX_INFO_KEY + 1 bytes for the key of that index */
    public static int key(long info, int index, long key) {
        return key0(info, index, key);
    }

    /** @param value address of {@code length} + 1 bytes for the value of a key */
    public static int value(long info, long key, int length, long value) {
        return value0(info, key, length, value);
    }

    private static native int create0(long result);

    private static native int set0(long info, long key, long value);

    private static native int free0(long info);

    private static native int size0(long info, long result);

    private static native int key0(long info, int index, long key);

    private static native int value0(long info, long key, int length, long value);
}
