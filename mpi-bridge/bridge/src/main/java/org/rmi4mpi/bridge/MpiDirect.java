package org.rmi4mpi.bridge;

/**
 * Operations of windows on the memory of other processes of the node. The memory is mapped here, or reached by system
 * calls where MPI makes no window. An operation has ended when its call returns.
 */
public final class MpiDirect {
    static {
        NativeLibrary.load();
    }

    private MpiDirect() {}

    /** Copies between addresses of this process, which may overlap. */
    public static void copy(long from, long to, long bytes) {
        copy0(from, to, bytes);
    }

    /**
     * Gives back pages of shared memory. They stay mapped, and are zero then.
     *
     * @param address of the start of a page
     */
    public static void drop(long address, long bytes) {
        drop0(address, bytes);
    }

    /**
     * Copies blocks between a rank's memory and own memory.
     *
     * @param absolute whether displacements are addresses
     * @param triples address of a displacement and a length of each block, and its place in the own memory, in bytes, as
     *     longs
     * @param write whether the rank's memory is written
     */
    public static int move(
            long window, long local, int target, boolean absolute, int blocks, long triples, boolean write) {
        return move0(window, local, target, absolute, blocks, triples, write);
    }

    /**
     * Combines own memory without gaps with blocks of a rank's memory; see {@link #move}.
     *
     * @param pairs address of a displacement and a length of each block, in bytes, as longs
     * @param result takes the rank's values from before; 0 for none
     * @param size of an element, in bytes
     */
    public static int combine(
            long window, long origin, long result, int size, long type, long op, int target, boolean absolute,
            int blocks,
            long pairs) {
        return combine0(window, origin, result, size, type, op, target, absolute, blocks, pairs);
    }

    public static int compareAndSwap(
            long window, long origin, long compare, long result, int size, int target, boolean absolute,
            long displacement) {
        return compareAndSwap0(window, origin, compare, result, size, target, absolute, displacement);
    }

    private static native void copy0(long from, long to, long bytes);

    private static native void drop0(long address, long bytes);

    private static native int move0(
            long window, long local, int target, boolean absolute, int blocks, long triples, boolean write);

    private static native int combine0(
            long window, long origin, long result, int size, long type, long op, int target, boolean absolute,
            int blocks,
            long pairs);

    private static native int compareAndSwap0(
            long window, long origin, long compare, long result, int size, int target, boolean absolute,
            long displacement);
}
