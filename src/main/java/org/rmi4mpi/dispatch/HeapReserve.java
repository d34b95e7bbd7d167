package org.rmi4mpi.dispatch;

/**
 * Memory of the heap that is given up where the crew cannot go on for want of some: what it needs to answer calls is little,
 * and the program has left nothing. Used by any thread of the crew.
 */
final class HeapReserve {
    /** Of a heap that is large enough; half of a region of G1, or more, which it frees at once. */
    private static final int LARGEST = 2 << 20;
    /** Of the heap at most. */
    private static final int FRACTION = 64;
    private static final long REFILL_NS = 1_000_000_000;

    private final int size = (int) Math.min(LARGEST, Runtime.getRuntime().maxMemory() / FRACTION);
    private volatile byte[] reserve = new byte[size];
    private volatile long givenAt;

    /** The collector may have it. */
    void give() {
        if (reserve != null) {
            reserve = null;
            givenAt = System.nanoTime();
        }
    }

    /** Has it again, some time after there is memory enough. */
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
                // perhaps next time
            }
        }
    }
}
