package org.rmi4mpi.tests.programs;

import java.util.Arrays;
import mpi.MPI;
import mpi.MPIException;

/**
 * Large messages for which one side has waited long and sleeps. They travel in parts, and both sides have to poll for
 * each part.
 */
public final class LateReceiver {
    private static final int LENGTH = 1 << 23;
    private static final long LATE_MS = 3_000;

    private LateReceiver() {}

    /** @param args none */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        double[] numbers = new double[LENGTH];
        for (int round = 1; round <= 2; round++) {
            Arrays.fill(numbers, rank == 1 ? round : 0);
            if (rank == 0) {
                Thread.sleep(LATE_MS);
            }
            if (round == 2) {
                MPI.COMM_WORLD.Bcast(numbers, 0, LENGTH, MPI.DOUBLE, 1);
            } else if (rank == 0) {
                MPI.COMM_WORLD.Recv(numbers, 0, LENGTH, MPI.DOUBLE, 1, 0);
            } else {
                MPI.COMM_WORLD.Send(numbers, 0, LENGTH, MPI.DOUBLE, 0, 0);
            }
            for (double each : numbers) {
                if (each != round) {
                    throw new MPIException("rank " + rank + " has " + each + " instead of " + round);
                }
            }
        }
        MPI.Finalize();
    }
}
