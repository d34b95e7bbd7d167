package org.rmi4mpi.bench.sor;

import java.util.Arrays;
import java.util.Locale;

/**
 * The time of a rank by phases. The rank that prints writes one line for each, {@code phase,microseconds}, the mean of
 * an iteration. Owned by one thread.
 */
final class Phases {
    /** The names in the order of the output. The C program has the same ones. */
    static final String[] NAMES = {"all", "deliver", "take", "relax", "maximum", "long exchanges"};

    static final int DELIVER = 1;
    static final int TAKE = 2;
    static final int RELAX = 3;
    static final int MAXIMUM = 4;
    private static final int LONG_EXCHANGES = 5;
    private static final long LONG_NS = 1_000_000;

    private final double[] ns = new double[NAMES.length];
    private int iterations;
    private int exchanges;
    private int longExchanges;
    private long start;
    private long last;
    private long exchangeStart;

    void begin() {
        Arrays.fill(ns, 0);
        iterations = 0;
        exchanges = 0;
        longExchanges = 0;
        start = System.nanoTime();
        last = start;
    }

    /** Adds the time since the end of the previous phase to this one. */
    void ended(int phase) {
        long now = System.nanoTime();
        ns[phase] += now - last;
        last = now;
    }

    void exchangeBegins() {
        exchangeStart = last;
    }

    void exchangeEnds() {
        exchanges++;
        longExchanges += last - exchangeStart > LONG_NS ? 1 : 0;
    }

    void iterationEnds() {
        iterations++;
    }

    /** The share of long exchanges is in percent. */
    void print() {
        ns[0] = last - start;
        for (int phase = 0; phase < LONG_EXCHANGES; phase++) {
            print(NAMES[phase], ns[phase] / iterations / 1e3);
        }
        print(NAMES[LONG_EXCHANGES], 100.0 * longExchanges / exchanges);
    }

    private static void print(String name, double value) {
        System.out.printf(Locale.ROOT, "%s,%.3f%n", name, value);
    }
}
