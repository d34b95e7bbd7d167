package org.rmi4mpi.bridge;

/**
 * An array in the heap that MPI reads or writes where it lies. G1 lets that be without stopping the collector: from JDK
 * 22 on it leaves the regions of arrays in place that are pinned (JEP 423), and before it never moves an object of half
 * a region or more (HotSpot's G1 tuning guide, "Humongous Objects"). Elsewhere a critical section would stop the
 * collector while a message is awaited, and arrays are copied.
 *
 * <p>Under {@code -Xcheck:jni} the JVM hands out copies in place of arrays, so nothing is pinned.
 */
public final class PinnedArray implements Memory {
    private static final int FIRST_JDK_THAT_PINS = 22;

    private final Object array;
    private final long address;

    private PinnedArray(Object array) {
        this.array = array;
        this.address = Collector.PINS ? Mpi.pin(array) : Mpi.place(array);
    }

    /** What the JVM tells of itself. */
    private static final class Collector {
        static final boolean PINS = Runtime.version().feature() >= FIRST_JDK_THAT_PINS;
        /** Of an array that can be left in its place, in bytes. */
        static final long LEAST_BYTES = leastBytes();

        private static long leastBytes() {
            try {
                if (!Boolean.parseBoolean(Jvm.option("UseG1GC")) || Boolean.parseBoolean(Jvm.option("CheckJNICalls"))) {
                    return Long.MAX_VALUE;
                }
                return PINS ? 0 : Long.parseLong(Jvm.option("G1HeapRegionSize")) / 2;
            } catch (RuntimeException | LinkageError e) {
                return Long.MAX_VALUE; // another JVM: nothing is known of it
            }
        }
    }

    /** Asks the JVM, once; that takes some 50 ms. */
    static void askJvm() {
        isPossible(0);
    }

    /** Whether an array of so many bytes can be left where it lies. */
    public static boolean isPossible(long arrayBytes) {
        return arrayBytes >= Collector.LEAST_BYTES;
    }

    /** Of an array for which {@link #isPossible} is true. */
    public static PinnedArray of(Object array) {
        return new PinnedArray(array);
    }

    /** Of the array's first element. */
    @Override
    public long address() {
        return address;
    }

    @Override
    public void release() {
        if (Collector.PINS) {
            Mpi.unpin(array, address);
        }
    }
}
