package org.rmi4mpi.bridge;

/**
 * Threads that share carriers (JDK 21 and later). One that waits in native code, or that yields in a loop, keeps its carrier
 * from those that have been given a lock meanwhile. Stateless.
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

    /** Whether the current thread is one. */
    public static boolean isCurrent() {
        return BASE != null && BASE.isInstance(Thread.currentThread());
    }

    /** Lets others run, as Thread.yield does; a virtual thread leaves its carrier to all others for a moment. */
    public static void yield() {
        if (!isCurrent()) {
            Thread.yield();
            return;
        }
        boolean interrupted = Thread.interrupted(); // an interrupted thread does not sleep
        try {
            Thread.sleep(0, PAUSE_NS); // to be interrupted gives a permit, with which it would not park
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
