package org.rmi4mpi.tests.programs;

import mpi.MPI;

/** Rank 0 ends at once. Rank 1 waits for a message of it, and the others in a barrier. */
public final class LateRanks {
    private LateRanks() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        if (rank == 1) {
            MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 0, 7);
        } else if (rank > 1) {
            MPI.COMM_WORLD.Barrier();
        }
        MPI.Finalize();
    }
}
