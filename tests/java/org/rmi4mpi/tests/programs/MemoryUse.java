package org.rmi4mpi.tests.programs;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** The memory in use of a process, in bytes, after a garbage collection. */
record MemoryUse(long resident, long heap, long direct, int threads) {
    static MemoryUse now() throws IOException, InterruptedException {
        for (long before = Long.MAX_VALUE, direct = directMemory(); direct < before; direct = directMemory()) {
            before = direct; // a thread of the JVM frees the memory of collected buffers
            System.gc();
            Thread.sleep(100);
        }
        return atOnce();
    }

    /** Returns the current use without a collection. */
    static MemoryUse atOnce() throws IOException {
        long resident = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                .sum();
        return new MemoryUse(resident, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                directMemory(), Thread.activeCount());
    }

    private static long directMemory() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    @Override
    public String toString() {
        return String.format("resident %,d KiB, heap %,d KiB, direct buffers %,d KiB, %d threads", resident >> 10,
                heap >> 10, direct >> 10, threads);
    }
}
