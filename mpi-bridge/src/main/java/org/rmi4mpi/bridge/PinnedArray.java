package org.rmi4mpi.bridge;

/**
 * A heap array that MPI reads or writes in place. G1 allows this without stopping collections. From JDK 22 on, it does
 * not move regions with pinned arrays (JEP 423). Before that, it never moves an object of at least half a region
 * (HotSpot's G1 tuning guide, "Humongous Objects"). With other collectors a critical section would stop collections
 * while a message is awaited, so arrays are copied.
 *
 * <p>Under {@code -Xcheck:jni} the JVM hands out copies of arrays, so nothing is pinned.
 */
public final class PinnedArray implements Memory {
    private static final int FIRST_JDK_THAT_PINS = 22;

    private final Object array;
    private final long address;

    private PinnedArray(Object array) {
        this.array = array;
        this.address = Collector.PINS ? Mpi.pin(array) : Mpi.place(array);
    }

    /** Properties of the JVM's collector. */
    private static final class Collector {
        static final boolean PINS = Runtime.version().feature() >= FIRST_JDK_THAT_PINS;
        /** Smallest array that need not be moved, in bytes. */
        static final long LEAST_BYTES = leastBytes();

        private static long leastBytes() {
            try {
                if (!Boolean.parseBoolean(Jvm.option("UseG1GC")) || Boolean.parseBoolean(Jvm.option("CheckJNICalls"))) {
                    return Long.MAX_VALUE;
                }
                return PINS ? 0 : Long.parseLong(Jvm.option("G1HeapRegionSize")) / 2;
            } catch (RuntimeException | LinkageError e) {
                return Long.MAX_VALUE; // Unknown in other JVMs.
            }
        }
    }

    /** Queries the JVM, once. The query takes about 50 ms. */
    static void askJvm() {
        isPossible(0);
    }

    /** Whether an array of the given size, in bytes, can stay in place. */
    public static boolean isPossible(long arrayBytes) {
        return arrayBytes >= Collector.LEAST_BYTES;
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
        if (Collector.PINS) {
            Mpi.unpin(array, address);
        }
    }
}
