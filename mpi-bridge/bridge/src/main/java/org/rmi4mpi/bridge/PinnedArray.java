package org.rmi4mpi.bridge;

import java.lang.ref.Reference;

/**
 * A heap array that MPI reads or writes in place, without stopping collections. {@link Pinning} tells for which arrays
 * that is possible. It keeps the array reachable until its release, since G1 gives the region of an unreachable array
 * away.
 */
public final class PinnedArray implements Memory {
    private final Object array;
    private final long address;

    private PinnedArray(Object array) {
        this.array = array;
        this.address = ThisJvm.PINNING.pins() ? Mpi.pin(array) : Mpi.place(array);
    }

    /** Asked once. The query takes about 50 ms. */
    private static final class ThisJvm {
        static final Pinning PINNING = Pinning.ofThisJvm();
        static final boolean HAS_SECTIONS = Pinning.thisJvmKeepsArraysInSections();
    }

    /** Queries the JVM, once. */
    static void askJvm() {
        isPossible(0);
    }

    /** Whether an array of the given size, in bytes, can stay in place. */
    public static boolean isPossible(long arrayBytes) {
        return arrayBytes >= ThisJvm.PINNING.leastBytes();
    }

    /** Whether an array for which {@link #isPossible} returned true stays in place only within a critical section. */
    public static boolean needsSection() {
        return ThisJvm.PINNING.pins();
    }

    /**
     * Whether a critical section keeps any array in its place. Where it may hand out a copy, two threads that receive into parts
     * of one array would write over each other's elements at its end.
     */
    public static boolean hasSections() {
        return ThisJvm.HAS_SECTIONS;
    }

    /** Pins an array for which {@link #isPossible} returned true. */
    public static PinnedArray of(Object array) {
        return new PinnedArray(array);
    }

    /** Address of the array's first element. */
    @Override
    public long address() {
        return address;
    }

    @Override
    public void release() {
        if (ThisJvm.PINNING.pins()) {
            Mpi.unpin(array, address);
        }
        Reference.reachabilityFence(array);
    }
}
