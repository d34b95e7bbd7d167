package org.rmi4mpi.tests.runner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A deadline that follows the machine's speed: where the threads that want to run are three times as many as the cores, its
 * time passes at a third of the clock's speed. Linux tells their number; elsewhere this is the clock's time. Belongs to the
 * thread that asks.
 */
public final class Patience {
    /** How long to wait between two questions. */
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

    /** Whether the time has passed. To be asked several times a second, since each answer tells the speed since the last. */
    public boolean isOver() {
        long nowNs = System.nanoTime();
        passedNs += (long) ((nowNs - askedNs) / threadsPerCore());
        askedNs = nowNs;
        return passedNs > wholeNs;
    }

    /** Threads that run or want to, this one left out, over the cores; 1 at least. */
    private static double threadsPerCore() {
        try {
            String threads = Files.readString(LOAD).split(" ")[3]; // those that want to run/all
            return Math.max(1, (Integer.parseInt(threads.substring(0, threads.indexOf('/'))) - 1.0) / CORES);
        } catch (IOException e) {
            return 1;
        }
    }

    /** Those that the number of threads is of, which are more than this JVM's where it is in a container. */
    private static int cores() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/stat"))) {
            return Math.max(1, (int) lines.filter(line -> line.matches("cpu\\d.*")).count());
        } catch (IOException | UncheckedIOException e) {
            return Runtime.getRuntime().availableProcessors();
        }
    }
}
