package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** Work that needs a core and nothing else. Used by any thread. */
final class Computation {
    private static final int STEPS_PER_CHUNK = 200_000;

    /** Takes what is computed, so that it is. */
    private static volatile long sink;
    /** Incremented to end the threads that compute without end. */
    private final AtomicInteger generation = new AtomicInteger();

    private static long chunk(long seed) {
        long x = seed | 1;
        for (int i = 0; i < STEPS_PER_CHUNK; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        return x;
    }

    /**
     * Computes a number of chunks. Returns the CPU time of the process in microseconds, and that of its other threads
     * in percent of the calling one's. Elapsed time would include other programs of the machine.
     */
    static double[] run(int chunks) throws IOException {
        long ownNs = CpuTime.ofThreadNs();
        long othersNs = CpuTime.ofOthersNs();
        long x = chunks;
        for (int i = 0; i < chunks; i++) {
            x = chunk(x);
        }
        sink = x;
        double own = CpuTime.ofThreadNs() - ownNs;
        double others = CpuTime.ofOthersNs() - othersNs;
        return new double[] {(own + others) / 1e3, 100 * others / own};
    }

    /** Computes until {@link #stop}. */
    void runOn() {
        int mine = generation.get();
        long x = 1;
        while (generation.get() == mine) {
            x = chunk(x);
        }
        sink = x;
    }

    /** Lets a number of threads compute until {@link #stop}. */
    void start(int threads) {
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(this::runOn, "computation-" + i);
            thread.setDaemon(true);
            thread.start();
        }
    }

    void stop() {
        generation.incrementAndGet();
    }
}
