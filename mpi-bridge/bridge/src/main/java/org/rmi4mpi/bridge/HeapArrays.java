package org.rmi4mpi.bridge;

/**
 * The heap that an array takes in the collector of this JVM. G1 gives an array of at least half a region whole regions,
 * and leaves the rest of the last one unused (HotSpot's G1 tuning guide, "Humongous Objects"). Other collectors with
 * regions or pages do the same in sizes that no option tells.
 */
public final class HeapArrays {
    /** Header of an array, in bytes; the largest that a JVM has. */
    private static final int HEADER = 24;
    /** From this size in bytes on, an array may take twice as much in a collector whose regions are unknown. */
    private static final int LEAST_IN_UNKNOWN = 128 << 10;
    private static final int EXACT = 1;
    private static final int UNKNOWN = 0;

    /** The region size in bytes, or one of the two numbers above. */
    private static final long REGION = regionSize();

    private HeapArrays() {}

    private static long regionSize() {
        try {
            if (Boolean.parseBoolean(Jvm.option("UseG1GC"))) {
                return Long.parseLong(Jvm.option("G1HeapRegionSize"));
            }
            boolean isExact = Boolean.parseBoolean(Jvm.option("UseSerialGC"))
                    || Boolean.parseBoolean(Jvm.option("UseParallelGC"));
            return isExact ? EXACT : UNKNOWN;
        } catch (RuntimeException | LinkageError e) {
            return UNKNOWN;
        }
    }

    /**
     * Upper bound on the heap of an array, in bytes.
     *
     * @param bytes size of its elements
     */
    public static long taken(long bytes) {
        long size = bytes + HEADER;
        if (REGION == UNKNOWN) {
            return size < LEAST_IN_UNKNOWN ? size : 2 * size;
        }
        return size < REGION / 2 ? size : (size + REGION - 1) / REGION * REGION;
    }
}
