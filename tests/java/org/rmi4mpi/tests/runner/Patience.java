package org.rmi4mpi.tests.runner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A deadline that follows the machine's speed. If three times as many threads want to run as there are cores, its time
 * passes at a third of the clock's speed. Linux reports the number of threads; elsewhere this is the clock's time.
 * Owned by the thread that asks.
 */
public final class Patience {
    /** The time to wait between two queries. */
    public static final long STEP_MS = 200;

    private static final Path LOAD = Path.of("/proc/loadavg");
    private static final int CORES = cores();

    private final long wholeNs;
    private long passedNs;
    private long askedNs = System.nanoTime();

    /** Begins now. */
    public Patience(long seconds) {
        wholeNs = TimeUnit.SECONDS.toNanos(seconds);
    }

    /** Whether the time has passed. Ask several times a second: each query measures the speed since the last one. */
    public boolean isOver() {
        long nowNs = System.nanoTime();
        passedNs += (long) ((nowNs - askedNs) / threadsPerCore());
        askedNs = nowNs;
        return passedNs > wholeNs;
    }

    /** Returns the number of other threads that run or want to, divided by the number of cores; at least 1. */
    private static double threadsPerCore() {
        try {
            String threads = Files.readString(LOAD).split(" ")[3]; // those that want to run/all
            return Math.max(1, (Integer.parseInt(threads.substring(0, threads.indexOf('/'))) - 1.0) / CORES);
        } catch (IOException e) {
            return 1;
        }
    }

    /** The number of threads counts for all cores of the machine. In a container this JVM has fewer. */
    private static int cores() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/stat"))) {
            return Math.max(1, (int) lines.filter(line -> line.matches("cpu\\d.*")).count());
        } catch (IOException | UncheckedIOException e) {
            return Runtime.getRuntime().availableProcessors();
        }
    }
}
