package org.rmi4mpi.bridge;

/**
 * Support for virtual threads (JDK 21 and later). A virtual thread that waits in native code or yields in a loop
 * occupies its carrier, which other virtual threads may need after they have been given a lock. Stateless.
 */
public final class VirtualThreads {
    private static final int PAUSE_NS = 20_000;

    /** Null before JDK 21. */
    private static final Class<?> BASE = base();

    private VirtualThreads() {}

    private static Class<?> base() {
        try {
            return Class.forName("java.lang.BaseVirtualThread");
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** Whether the current thread is virtual. */
    public static boolean isCurrent() {
        return BASE != null && BASE.isInstance(Thread.currentThread());
    }

    /**
     * Lets other threads run, as Thread.yield does. A virtual thread sleeps briefly, so that all others can use its
     * carrier.
     */
    public static void yield() {
        if (!isCurrent()) {
            Thread.yield();
            return;
        }
        boolean interrupted = Thread.interrupted(); // An interrupted thread cannot sleep.
        try {
            // Not a park: an interrupt would leave a permit, and the next park would return at once.
            Thread.sleep(0, PAUSE_NS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
