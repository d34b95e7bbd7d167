package org.rmi4mpi.bridge;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/** The JVM's direct memory, in which messages lie. Asked for where there is too little: it takes some milliseconds. */
public final class DirectMemory {
    private static final int MEBIBYTE = 1 << 20;

    private DirectMemory() {}

    /** What a JVM may have of it at most, in bytes: {@code -XX:MaxDirectMemorySize}, or as much as the heap's limit. */
    public static long limit() {
        try {
            long set = Long.parseLong(Jvm.option("MaxDirectMemorySize"));
            return set > 0 ? set : Runtime.getRuntime().maxMemory();
        } catch (RuntimeException | LinkageError e) {
            return Long.MAX_VALUE; // another JVM: nothing is known of it
        }
    }

    /** What is in use, by everything in this JVM, in bytes; -1 where that is not known. */
    public static long used() {
        try {
            for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
                if (pool.getName().equals("direct")) {
                    return pool.getMemoryUsed();
                }
            }
        } catch (LinkageError e) {
            // the JVM's own classes could not be initialised once, for want of memory
        }
        return -1;
    }

    /** For messages: how much of how much is in use, and of the heap, which has what tells of it. */
    public static String text() {
        long limit = limit();
        Runtime heap = Runtime.getRuntime();
        return used() / MEBIBYTE + " MiB of direct memory are in use, of "
                + (limit == Long.MAX_VALUE ? "an unknown limit" : limit / MEBIBYTE + " MiB (-XX:MaxDirectMemorySize)")
                + ", and " + (heap.totalMemory() - heap.freeMemory()) / MEBIBYTE + " of " + heap.maxMemory() / MEBIBYTE
                + " MiB of heap (-Xmx)";
    }
}
