package org.rmi4mpi.bridge;

import java.lang.management.ManagementFactory;

/**
 * Initialises the classes that sending, receiving and polling use, in MPI.Init. If an initialiser failed later, on a
 * thread that is short of stack or memory, its class would be unusable forever. Stateless.
 */
public final class HotPaths {
    private HotPaths() {}

    /** Starts the slow part on a separate thread, while MPI starts. */
    static void begin() {
        Thread thread = new Thread(HotPaths::askJvm, "rmi4mpi-jvm");
        thread.setDaemon(true);
        thread.start();
    }

    /** Makes the JVM queries that are needed later when memory is scarce. Their classes are then initialised too. */
    private static void askJvm() {
        PinnedArray.askJvm();
        DirectMemory.text();
        ManagementFactory.getThreadMXBean();
    }

    /** Initialises the classes of this package, and waits for the other thread's queries. */
    static void initialise() {
        PinnedArray.askJvm();
        initialise(NativeBuffer.class, RequestSlot.class, BufferAddress.class, ThreadMemory.class, ArrivingArray.class,
                FrameMessages.class, Doorbells.class, PollingProgress.class, Stack.class, Leftovers.class, Abort.class);
        ThreadMemory.get();
    }

    /**
     * Initialises classes of another package.
     *
     * @throws LinkageError if a class cannot be initialised
     */
    public static void initialise(Class<?>... classes) {
        for (Class<?> each : classes) {
            try {
                Class.forName(each.getName(), true, each.getClassLoader());
            } catch (ClassNotFoundException e) {
                throw new NoClassDefFoundError(each.getName()); // Cannot happen: the class object exists.
            }
        }
    }
}
