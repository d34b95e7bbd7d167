package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * CPU time of this process's threads in nanoseconds, as Linux counts it for each. Java's clock of the process has steps
 * of 10 ms, which is more than an idle process takes. Stateless.
 */
final class CpuTime {
    private static final Path THREADS = Path.of("/proc/self/task");

    private CpuTime() {}

    /** Returns the time of all live threads. */
    static long ofProcessNs() throws IOException {
        long ns = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
            for (Path thread : threads) {
                ns += ofThreadNs(thread);
            }
        }
        return ns;
    }

    private static long ofThreadNs(Path thread) throws IOException {
        try {
            return Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[0]);
        } catch (NoSuchFileException e) {
            return 0; // it has ended
        }
    }

    /** Returns the time of the calling thread. */
    static long ofThreadNs() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Returns the time of all threads but the calling one. */
    static long ofOthersNs() throws IOException {
        return ofProcessNs() - ofThreadNs();
    }

    /** Sleeps, and returns the time of the process's other threads meanwhile, in percent of a core. */
    static double percentOfCore(long ms) throws IOException, InterruptedException {
        long cpuNs = ofOthersNs();
        long start = System.nanoTime();
        Thread.sleep(ms);
        return 100.0 * (ofOthersNs() - cpuNs) / (System.nanoTime() - start);
    }
}
