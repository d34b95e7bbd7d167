package org.rmi4mpi.bench.cold;

import java.util.Locale;
import mpi.MPI;

/** A program of package mpi. Rank 0 prints {@code barrier:microseconds}, the mean of a Barrier after the first ones. */
public final class Barriers {
    private static final int FIRST = 50;
    private static final int COUNTED = 200;

    private Barriers() {}

    public static void main(String[] args) {
        MPI.Init(args);
        wait(FIRST);
        long start = System.nanoTime();
        wait(COUNTED);
        if (MPI.COMM_WORLD.Rank() == 0) {
            System.out.printf(Locale.ROOT, "barrier:%.3f%n", (System.nanoTime() - start) / 1e3 / COUNTED);
        }
        MPI.Finalize();
    }

    private static void wait(int times) {
        for (int i = 0; i < times; i++) {
            MPI.COMM_WORLD.Barrier();
        }
    }
}
