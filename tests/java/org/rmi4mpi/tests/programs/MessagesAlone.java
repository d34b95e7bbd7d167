package org.rmi4mpi.tests.programs;

import java.util.List;
import mpi.MPI;

/** Exchanges objects, with nothing but package mpi. */
public final class MessagesAlone {
    private MessagesAlone() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Object[] got = {MPI.COMM_WORLD.Rank() == 0 ? List.of("root's", 1) : null};
        MPI.COMM_WORLD.Bcast(got, 0, 1, MPI.OBJECT, 0);
        System.out.println("rank " + MPI.COMM_WORLD.Rank() + " got " + got[0]);
        MPI.Finalize();
    }
}
