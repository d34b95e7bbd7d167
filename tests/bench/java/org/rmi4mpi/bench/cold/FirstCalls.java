package org.rmi4mpi.bench.cold;

import java.util.Locale;
import processes.Processes;

/**
 * A program of java.rmi for two processes, whose first calls are timed. Argument: 1 if process 0 alone calls, 2 if both
 * call each other. Process 0 prints {@code stretch:microseconds}, the mean of a call, for each stretch of calls.
 */
public final class FirstCalls {
    /** The names in the order of the output. */
    static final String[] STRETCHES = {"first 100", "next 900", "next 1,000", "next 8,000"};
    private static final int[] CALLS = {100, 900, 1000, 8000};

    private FirstCalls() {}

    public static void main(String[] args) throws Exception {
        Processes processes = new Processes();
        processes.bind(Peer.NAME, new Peer.Adder());
        Peer other = processes.find(Peer.NAME, 1 - processes.rank());
        processes.meet();
        if (processes.rank() < Integer.parseInt(args[0])) {
            double[] us = call(other);
            for (int i = 0; processes.rank() == 0 && i < us.length; i++) {
                System.out.printf(Locale.ROOT, "%s:%.3f%n", STRETCHES[i], us[i]);
            }
        }
        processes.end();
    }

    /** Returns the mean time of each stretch. */
    private static double[] call(Peer other) throws Exception {
        double[] us = new double[CALLS.length];
        int value = 0;
        for (int stretch = 0; stretch < CALLS.length; stretch++) {
            long start = System.nanoTime();
            for (int i = 0; i < CALLS[stretch]; i++) {
                value = other.next(value);
            }
            us[stretch] = (System.nanoTime() - start) / 1e3 / CALLS[stretch];
        }
        return us;
    }
}
