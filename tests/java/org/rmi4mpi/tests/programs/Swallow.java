package org.rmi4mpi.tests.programs;

import mpi.MPI;

/**
 * A program that catches an exception, prints it, and returns from main, at all ranks or at one. The other ranks
 * continue.
 */
public final class Swallow {
    private Swallow() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        try {
            work(args[0], rank);
            MPI.Finalize();
        } catch (IllegalStateException e) {
            System.out.println("rank " + rank + " caught " + e);
        }
    }

    private static void work(String how, int rank) {
        if (rank == 1 && how.equals("pending")) {
            MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, 0, 9);
        }
        if (rank == 1 || how.equals("all")) {
            throw new IllegalStateException("on purpose");
        } else if (how.equals("lost")) {
            MPI.COMM_WORLD.Send(new int[2], 0, 2, MPI.INT, 1, 4);
        } else if (how.equals("stuck")) {
            MPI.COMM_WORLD.Recv(new int[2], 0, 2, MPI.INT, 1, 4);
        }
    }
}
