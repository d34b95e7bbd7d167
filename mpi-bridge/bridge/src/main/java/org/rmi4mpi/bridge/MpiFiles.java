package org.rmi4mpi.bridge;

/**
 * The calls that open, read and write files; see {@link Mpi}. They are made without the entry lock, since each may wait
 * for other ranks, for a shared pointer, or for a disk. Texts end with a zero byte.
 */
public final class MpiFiles {
    /** Forms of access. */
    public static final int READ_AT = 0;
    public static final int WRITE_AT = 1;
    public static final int READ_AT_ALL = 2;
    public static final int WRITE_AT_ALL = 3;
    public static final int READ = 4;
    public static final int WRITE = 5;
    public static final int READ_ALL = 6;
    public static final int WRITE_ALL = 7;
    public static final int READ_SHARED = 8;
    public static final int WRITE_SHARED = 9;
    public static final int READ_ORDERED = 10;
    public static final int WRITE_ORDERED = 11;

    /** The properties that {@link #get} reads and {@link #set} changes. */
    public static final int SIZE = 0;
    public static final int ROOM = 1;
    public static final int POSITION = 2;
    public static final int SHARED_POSITION = 3;
    public static final int ATOMICITY = 4;
    public static final int SYNC = 5;
    public static final int BYTE_OFFSET = 6;
    public static final int TYPE_EXTENT = 7;
    public static final int MODE = 8;

    static {
        NativeLibrary.load();
    }

    private MpiFiles() {}

    /** Stores the handle in the slot, as {@link RequestSlot#handle}. */
    public static int open(long comm, long name, int mode, long info, RequestSlot result) {
        return open0(comm, name, mode, info, result.address());
    }

    public static int close(long file) {
        return close0(file);
    }

    public static int delete(long name, long info) {
        return delete0(name, info);
    }

    public static int setInfo(long file, long info) {
        return setInfo0(file, info);
    }

    /** Stores a new MPI_Info in the slot, as {@link RequestSlot#handle}. The caller frees it. */
    public static int getInfo(long file, RequestSlot result) {
        return getInfo0(file, result.address());
    }

    public static int setView(
            long file, long displacement, long etype, long filetype, long representation, long info) {
        return setView0(file, displacement, etype, filetype, representation, info);
    }

    /** Changes SIZE, ROOM, POSITION, SHARED_POSITION or ATOMICITY, or writes cached data to the disk (SYNC). */
    public static int set(int what, long file, long value, int whence) {
        return set0(what, file, value, whence);
    }

    /**
     * Stores SIZE, POSITION, SHARED_POSITION, ATOMICITY, MODE, the BYTE_OFFSET of an offset, or the TYPE_EXTENT of a
     * datatype in the slot, as {@link RequestSlot#handle}.
     */
    public static int get(int what, long file, long value, RequestSlot result) {
        return get0(what, file, value, result.address());
    }

    /**
     * Reads or writes. Stores the number of bytes in the slot, as {@link RequestSlot#length}, and why it is too small, as
     * {@link RequestSlot#systemError}.
     *
     * @param offset for WRITE_ALL, which begins at the rank's pointer, the number of elementary types
     */
    public static int access(
            int form, long file, long offset, long address, int count, long type, RequestSlot result) {
        return access0(form, file, offset, address, count, type, result.address());
    }

    /** Starts an access, other than an ordered one, in the slot. */
    public static int start(
            int form, long file, long offset, long address, int count, long type, RequestSlot slot) {
        return start0(form, file, offset, address, count, type, slot.address());
    }

    /** The longest path of a file that this number of ranks can open, in bytes. */
    public static int longestPath(int ranks) {
        return longestPath0(ranks);
    }

    /** The longest name of a file within its folder, in bytes. */
    public static int longestName() {
        return longestName0();
    }

    /** Whether MPI keeps the shared pointer in a file in the same folder, and ends the job where it cannot. */
    public static boolean keepsPointerBesideFile() {
        return keepsPointerBesideFile0();
    }

    /** Whether {@link #start} makes the writes of one rank at once. The slot is done then, and tells whether they failed. */
    public static boolean writesAtStart() {
        return writesAtStart0();
    }

    /** The text of an error of the system. */
    public static String systemError(int error) {
        return Mpi.systemError(error);
    }

    private static native int longestPath0(int ranks);

    private static native int longestName0();

    private static native boolean keepsPointerBesideFile0();

    private static native boolean writesAtStart0();

    private static native int open0(long comm, long name, int mode, long info, long result);

    private static native int close0(long file);

    private static native int delete0(long name, long info);

    private static native int setInfo0(long file, long info);

    private static native int getInfo0(long file, long result);

    private static native int setView0(
            long file, long displacement, long etype, long filetype, long representation, long info);

    private static native int set0(int what, long file, long value, int whence);

    private static native int get0(int what, long file, long value, long result);

    private static native int access0(
            int form, long file, long offset, long address, int count, long type, long slot);

    private static native int start0(int form, long file, long offset, long address, int count, long type, long slot);
}
