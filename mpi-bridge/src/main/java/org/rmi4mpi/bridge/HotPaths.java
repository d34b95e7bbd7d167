package org.rmi4mpi.bridge;

import java.lang.management.ManagementFactory;

/**
 * The classes that sends, receives and polls use. They are initialised in MPI.Init: an initialiser that fails later, on
 * a thread that has little stack or memory left, would take its class away for good. Stateless.
 */
public final class HotPaths {
    private HotPaths() {}

    /** Begins with what takes long, on a thread of its own, while MPI starts. */
    static void begin() {
        Thread thread = new Thread(HotPaths::askJvm, "rmi4mpi-jvm");
        thread.setDaemon(true);
        thread.start();
    }

    /** What is asked of the JVM when memory is scarce is asked now, for the same reason. */
    private static void askJvm() {
        PinnedArray.askJvm();
        DirectMemory.text();
        ManagementFactory.getThreadMXBean();
    }

    /** Those of this package; what has been begun is waited for. */
    static void initialise() {
        PinnedArray.askJvm();
        initialise(NativeBuffer.class, RequestSlot.class, BufferAddress.class, ThreadMemory.class, ArrivingArray.class,
                FrameMessages.class, Doorbells.class, PollingProgress.class, Stack.class, Leftovers.class);
        ThreadMemory.get();
    }

    /**
     * Initialises classes of another package.
     *
     * @throws LinkageError where that fails
     */
    public static void initialise(Class<?>... classes) {
        for (Class<?> each : classes) {
            try {
                Class.forName(each.getName(), true, each.getClassLoader());
            } catch (ClassNotFoundException e) {
                throw new NoClassDefFoundError(each.getName()); // it is there, since it was named
            }
        }
    }
}
