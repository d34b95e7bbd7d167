package org.rmi4mpi.bridge;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/**
 * Information on the JVM's direct memory, which holds messages. A query takes some milliseconds, so it is made only
 * when memory is short.
 */
public final class DirectMemory {
    private static final int MEBIBYTE = 1 << 20;

    private DirectMemory() {}

    /**
     * Upper limit of direct memory, in bytes: {@code -XX:MaxDirectMemorySize}, or the heap's limit if that is not set.
     */
    public static long limit() {
        try {
            long set = Long.parseLong(Jvm.option("MaxDirectMemorySize"));
            return set > 0 ? set : Runtime.getRuntime().maxMemory();
        } catch (RuntimeException | LinkageError e) {
            return Long.MAX_VALUE; // Unknown in other JVMs.
        }
    }

    /** Direct memory in use by the whole JVM, in bytes; -1 if unknown. */
    public static long used() {
        try {
            for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
                if (pool.getName().equals("direct")) {
                    return pool.getMemoryUsed();
                }
            }
        } catch (LinkageError e) {
            // A class of the JVM failed to initialise earlier, for lack of memory.
        }
        return -1;
    }

    /** Describes use and limit of direct memory and of the heap, for error messages. */
    public static String text() {
        long limit = limit();
        Runtime heap = Runtime.getRuntime();
        return used() / MEBIBYTE + " MiB of direct memory are in use, of "
                + (limit == Long.MAX_VALUE ? "an unknown limit" : limit / MEBIBYTE + " MiB (-XX:MaxDirectMemorySize)")
                + ", and " + (heap.totalMemory() - heap.freeMemory()) / MEBIBYTE + " of " + heap.maxMemory() / MEBIBYTE
                + " MiB of heap (-Xmx)";
    }
}
