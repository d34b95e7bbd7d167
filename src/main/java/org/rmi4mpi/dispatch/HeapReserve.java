package org.rmi4mpi.dispatch;

/**
 * Heap memory that is released when the crew cannot continue for lack of memory. The crew needs little memory to answer
 * calls, but the program may have left none. Used by any thread of the crew.
 */
final class HeapReserve {
    /** Size in a large heap. This is half a G1 region or more, which G1 frees immediately. */
    private static final int LARGEST = 2 << 20;
    /** Largest share of the heap: 1/64. */
    private static final int FRACTION = 64;
    private static final long REFILL_NS = 1_000_000_000;

    private final int size = (int) Math.min(LARGEST, Runtime.getRuntime().maxMemory() / FRACTION);
    private volatile byte[] reserve = new byte[size];
    private volatile long givenAt;

    /** Makes the reserve available to the collector. */
    void give() {
        if (reserve != null) {
            reserve = null;
            givenAt = System.nanoTime();
        }
    }

    /** Allocates the reserve again, some time after memory has become available. */
    void refill() {
        if (reserve == null && System.nanoTime() - givenAt > REFILL_NS) {
            refillNow();
        }
    }

    private void refillNow() {
        givenAt = System.nanoTime();
        Runtime heap = Runtime.getRuntime();
        if (heap.maxMemory() - heap.totalMemory() + heap.freeMemory() > 8L * size) {
            try {
                reserve = new byte[size];
            } catch (OutOfMemoryError e) {
                // A later call retries.
            }
        }
    }
}
