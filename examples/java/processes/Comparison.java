package processes;

import java.util.Locale;
import java.util.concurrent.Callable;

/** Computes a result sequentially and by all processes, and compares results and times. Stateless. */
public final class Comparison {
    private Comparison() {}

    /**
     * Called by all processes. Process 0 also computes sequentially, and prints the times.
     *
     * @param times how often both are computed; the first time is the slowest, since the JVM compiles
     * @param parallel called by all; its result counts at process 0
     * @throws IllegalStateException at process 0 if the results differ
     */
    public static <T> void run(Processes processes, int times, Callable<T> sequential, Callable<T> parallel)
            throws Exception {
        for (int i = 0; i < times; i++) {
            T expected = null;
            if (processes.rank() == 0) {
                long start = System.nanoTime();
                expected = sequential.call();
                print("sequential", start, expected);
            }
            processes.meet();
            long start = System.nanoTime();
            T result = parallel.call();
            if (processes.rank() == 0) {
                print(processes.size() + " processes, remote objects", start, result);
                if (!result.equals(expected)) {
                    throw new IllegalStateException("sequentially " + expected + ", but by objects " + result);
                }
            }
        }
    }

    /** Prints the seconds since a start of {@link System#nanoTime}, and a result. */
    public static void print(String how, long start, Object result) {
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(Locale.ROOT, "%-28s %9.4f s   %s%n", how, seconds, result);
    }
}
