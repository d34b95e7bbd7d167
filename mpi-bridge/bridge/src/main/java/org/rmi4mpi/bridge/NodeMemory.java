package org.rmi4mpi.bridge;

import java.util.function.Supplier;

/**
 * The memory of other processes of the node. A process is 0 where its memory is mapped here; otherwise the kernel's calls
 * reach it. An operation has ended when its call returns. Methods return MPI's code unless noted.
 */
public final class NodeMemory {
    static {
        NativeLibrary.load();
    }

    private NodeMemory() {}

    /** Lets the processes of the node reach this one, and returns its number. */
    public static int open() {
        return open0();
    }

    /** Whether the kernel lets this process read an address of another one. */
    public static boolean canReach(int process, long address) {
        return canReach0(process, address);
    }

    /**
     * Waits until an int has a value. Remote calls are served meanwhile. The rank that writes the value stirs this one.
     *
     * @param event names the event, for a report of waits
     */
    public static void await(long address, int value, Supplier<Awaited> event) {
        if (VirtualThreads.isCurrent() || !awaitBriefly(address, value, Mpi.BRIEF_NS)) {
            Job.progress().await(new Value(address, value, event));
        }
    }

    private record Value(long address, int value, Supplier<Awaited> event) implements Completion {
        @Override
        public boolean test() {
            return awaitBriefly(address, value, 0);
        }

        @Override
        public Awaited awaited() {
            return event.get();
        }
    }

    /** Returns whether the int has the value. */
    private static boolean awaitBriefly(long address, int value, long nanoseconds) {
        int there = awaitBriefly0(address, value, nanoseconds);
        Job.succeed("MPI_Iprobe", Math.min(there, Mpi.SUCCESS));
        return there > 0;
    }

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
     * Copies blocks between a process's memory and own memory.
     *
     * @param base address from which displacements count
     * @param triples address of a displacement and a length of each block, and its place in the memory of this rank, in bytes, as
     *     longs
     * @param write whether the process's memory is written
     */
    public static int move(int process, long base, long local, int blocks, long triples, boolean write) {
        return move0(process, base, local, blocks, triples, write);
    }

    /**
     * Combines own memory with a process's memory.
     *
     * @param lock address of an int in memory that the node's processes share; 0 while it is free
     * @param result takes the process's values from before; 0 for none
     * @param size of an item, in bytes
     * @param bytes of all items
     */
    public static int combine(
            int process, long address, long lock, long origin, long result, int size, long type, long op, long bytes) {
        return combine0(process, address, lock, origin, result, size, type, op, bytes);
    }

    public static int compareAndSwap(
            int process, long address, long lock, long origin, long compare, long result, int size) {
        return compareAndSwap0(process, address, lock, origin, compare, result, size);
    }

    private static native int open0();

    private static native boolean canReach0(int process, long address);

    private static native int awaitBriefly0(long address, int value, long nanoseconds);

    private static native void copy0(long from, long to, long bytes);

    private static native void drop0(long address, long bytes);

    private static native int move0(
            int process, long base, long local, int blocks, long triples, boolean write);

    private static native int combine0(
            int process, long address, long lock, long origin, long result, int size, long type, long op, long bytes);

    private static native int compareAndSwap0(
            int process, long address, long lock, long origin, long compare, long result, int size);
}
