package org.rmi4mpi.bridge;

/**
 * The calls of windows; see {@link Mpi}. Each may wait for another rank, and is therefore made without the entry lock.
 * Displacements are in bytes from the start of a window; in a dynamic one, they are addresses.
 */
public final class MpiWindows {
    static {
        NativeLibrary.load();
    }

    private MpiWindows() {}

    /**
     * Makes a window over memory, or a dynamic one; collective. Stores its handle in the slot, as
     * {@link RequestSlot#handle}.
     */
    public static int create(long comm, long address, long bytes, boolean dynamic, long info, RequestSlot result) {
        return create0(comm, address, bytes, dynamic, info, result.address());
    }

    /**
     * Frees the window; collective.
     */
    public static int free(long window) {
        return free0(window);
    }

    public static int attach(long window, long address, long bytes) {
        return attach0(window, address, bytes);
    }

    public static int detach(long window, long address) {
        return detach0(window, address);
    }

    /**
     * Starts a write.
     *
     * @param slot of a request; null for none
     */
    public static int put(
            long window, long origin, int count, long type, int target, long displacement, int targetCount,
            long targetType, RequestSlot slot) {
        return put0(window, origin, count, type, target, displacement, targetCount, targetType, address(slot));
    }

    /** Starts a read; see {@link #put}. */
    public static int get(
            long window, long origin, int count, long type, int target, long displacement, int targetCount,
            long targetType, RequestSlot slot) {
        return get0(window, origin, count, type, target, displacement, targetCount, targetType, address(slot));
    }

    /** Starts to combine elements; see {@link #put}. */
    public static int accumulate(
            long window, long origin, int count, long type, int target, long displacement, int targetCount,
            long targetType, long op, RequestSlot slot) {
        return accumulate0(
                window, origin, count, type, target, displacement, targetCount, targetType, op, address(slot));
    }

    /** Like {@link #accumulate}; the result takes the target's elements from before. */
    public static int getAccumulate(
            long window, long origin, int count, long result, int resultCount, long type, int target, long displacement,
            int targetCount, long targetType, long op, RequestSlot slot) {
        return getAccumulate0(
                window, origin, count, result, resultCount, type, target, displacement, targetCount, targetType, op,
                address(slot));
    }

    public static int fetchAndOp(
            long window, long origin, long result, long type, int target, long displacement, long op) {
        return fetchAndOp0(window, origin, result, type, target, displacement, op);
    }

    public static int compareAndSwap(
            long window, long origin, long compare, long result, long type, int target, long displacement) {
        return compareAndSwap0(window, origin, compare, result, type, target, displacement);
    }

    public static int fence(long window, int assertion) {
        return fence0(window, assertion);
    }

    /**
     * Opens the window to some ranks, or begins to use their windows.
     *
     * @param post whether to open the window
     * @param ranks address of ints: ranks in the window
     */
    public static int open(long window, boolean post, int size, long ranks, int assertion) {
        return open0(window, post, size, ranks, assertion);
    }

    public static int complete(long window) {
        return complete0(window);
    }

    /**
     * Stores in the slot whether all ranks that the window was opened to have completed their operations, as {@link
     * RequestSlot#isDone}.
     */
    public static int test(long window, RequestSlot result) {
        return test0(window, result.address());
    }

    public static int lock(long window, int type, int rank, int assertion) {
        return lock0(window, type, rank, assertion);
    }

    public static int unlock(long window, int rank) {
        return unlock0(window, rank);
    }

    public static int lockAll(long window, int assertion) {
        return lockAll0(window, assertion);
    }

    public static int unlockAll(long window) {
        return unlockAll0(window);
    }

    public static int flush(long window, int rank) {
        return flush0(window, rank);
    }

    public static int flushAll(long window) {
        return flushAll0(window);
    }

    public static int flushLocal(long window, int rank) {
        return flushLocal0(window, rank);
    }

    public static int flushLocalAll(long window) {
        return flushLocalAll0(window);
    }

    public static int sync(long window) {
        return sync0(window);
    }

    /** Whether MPI_Finalize of this MPI fails where a window was not freed. */
    public static boolean haveToBeFreed() {
        return haveToBeFreed0();
    }

    private static long address(RequestSlot slot) {
        return slot == null ? 0 : slot.address();
    }

    private static native int create0(
            long comm, long address, long bytes, boolean dynamic, long info, long result);

    private static native int free0(long window);

    private static native int attach0(long window, long address, long bytes);

    private static native int detach0(long window, long address);

    private static native int put0(
            long window, long origin, int count, long type, int target, long displacement, int targetCount,
            long targetType, long slot);

    private static native int get0(
            long window, long origin, int count, long type, int target, long displacement, int targetCount,
            long targetType, long slot);

    private static native int accumulate0(
            long window, long origin, int count, long type, int target, long displacement, int targetCount,
            long targetType, long op, long slot);

    private static native int getAccumulate0(
            long window, long origin, int count, long result, int resultCount, long type, int target, long displacement,
            int targetCount, long targetType, long op, long slot);

    private static native int fetchAndOp0(
            long window, long origin, long result, long type, int target, long displacement, long op);

    private static native int compareAndSwap0(
            long window, long origin, long compare, long result, long type, int target, long displacement);

    private static native int fence0(long window, int assertion);

    private static native int open0(long window, boolean post, int size, long ranks, int assertion);

    private static native int complete0(long window);

    private static native int test0(long window, long result);

    private static native int lock0(long window, int type, int rank, int assertion);

    private static native int unlock0(long window, int rank);

    private static native int lockAll0(long window, int assertion);

    private static native int unlockAll0(long window);

    private static native int flush0(long window, int rank);

    private static native int flushAll0(long window);

    private static native int flushLocal0(long window, int rank);

    private static native int flushLocalAll0(long window);

    private static native int sync0(long window);

    private static native boolean haveToBeFreed0();
}
