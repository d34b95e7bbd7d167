package org.rmi4mpi.bench.sor;

import e16_sor.Slab;
import mpi.MPI;

/** The same computation by Sendrecv and Allreduce of package mpi. Arguments: iterations, repetitions. */
public final class SorByMessages extends SorRank {
    private static final int DOWN = 1;
    private static final int UP = 2;
    private static final int LENGTH = SIDE + 2;

    private final int above;
    private final int below;
    private final double[] largest = new double[1];

    private SorByMessages(int rank, int ranks) {
        super(rank, ranks);
        above = rank > 0 ? rank - 1 : MPI.PROC_NULL;
        below = rank < ranks - 1 ? rank + 1 : MPI.PROC_NULL;
    }

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        SorByMessages sor = new SorByMessages(MPI.COMM_WORLD.Rank(), MPI.COMM_WORLD.Size());
        for (int i = Integer.parseInt(args[1]); i > 0; i--) {
            sor.repetition(Integer.parseInt(args[0]));
        }
        MPI.Finalize();
    }

    @Override
    void exchange() {
        Slab slice = slice();
        int last = slice.height();
        MPI.COMM_WORLD.Sendrecv(slice.row(last), 0, LENGTH, MPI.DOUBLE, below, DOWN,
                slice.row(0), 0, LENGTH, MPI.DOUBLE, above, DOWN);
        MPI.COMM_WORLD.Sendrecv(slice.row(1), 0, LENGTH, MPI.DOUBLE, above, UP,
                slice.row(last + 1), 0, LENGTH, MPI.DOUBLE, below, UP);
        phases().ended(Phases.DELIVER);
    }

    @Override
    double maximum(double change) {
        MPI.COMM_WORLD.Allreduce(new double[] {change}, 0, largest, 0, 1, MPI.DOUBLE, MPI.MAX);
        return largest[0];
    }
}
