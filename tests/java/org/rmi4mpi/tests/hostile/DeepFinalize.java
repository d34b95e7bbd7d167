package org.rmi4mpi.tests.hostile;

import mpi.MPI;

/** Calls MPI.Finalize at the end of the stack, and again on the way back until it succeeds. */
final class DeepFinalize {
    private DeepFinalize() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        descend();
        System.out.println("rank " + rank + " has finalised");
    }

    private static void descend() {
        try {
            descend();
        } catch (StackOverflowError e) {
            MPI.Finalize();
        }
    }
}
