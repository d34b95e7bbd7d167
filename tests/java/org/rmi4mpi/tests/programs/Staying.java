package org.rmi4mpi.tests.programs;

import mpi.MPI;

/** A rank that stays in the job for 2 s, without a call. */
public final class Staying {
    private Staying() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Thread.sleep(2000);
        MPI.Finalize();
    }
}
