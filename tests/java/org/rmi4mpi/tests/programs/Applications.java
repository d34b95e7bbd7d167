package org.rmi4mpi.tests.programs;

import mpi.MPI;
import mpi.MPIException;

/** Each rank says which program of the command line it is, counted from 0. */
public final class Applications {
    private Applications() {}

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        System.out.println("rank " + MPI.COMM_WORLD.getRank() + " is of program " + MPI.COMM_WORLD.getAttr(MPI.APPNUM));
        MPI.Finalize();
    }
}
