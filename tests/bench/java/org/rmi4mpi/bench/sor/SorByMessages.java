package org.rmi4mpi.bench.sor;

import mpi.MPI;

/** The same by Sendrecv and Allreduce of package mpi. Arguments: iterations, repetitions. */
public final class SorByMessages {
    private static final int DOWN = 1;
    private static final int UP = 2;
    private static final int LENGTH = Slice.SIDE + 2;

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int ranks = MPI.COMM_WORLD.Size();
    private final int above = rank > 0 ? rank - 1 : MPI.PROC_NULL;
    private final int below = rank < ranks - 1 ? rank + 1 : MPI.PROC_NULL;
    private final Phases phases = new Phases();
    private final Slice slice = new Slice(rank, ranks);
    private final double[] largest = new double[1];

    private SorByMessages() {}

    public static void main(String[] args) {
        MPI.Init(args);
        SorByMessages sor = new SorByMessages();
        for (int i = Integer.parseInt(args[1]); i > 0; i--) {
            sor.repetition(Integer.parseInt(args[0]));
        }
        MPI.Finalize();
    }

    private void repetition(int iterations) {
        MPI.COMM_WORLD.Barrier();
        phases.begin();
        for (int i = 0; i < iterations; i++) {
            exchange();
            double change = slice.relax(Slice.RED);
            phases.ended(Phases.RELAX);
            exchange();
            change = Math.max(change, slice.relax(Slice.BLACK));
            phases.ended(Phases.RELAX);
            MPI.COMM_WORLD.Allreduce(new double[] {change}, 0, largest, 0, 1, MPI.DOUBLE, MPI.MAX);
            phases.ended(Phases.MAXIMUM);
            phases.iterationEnds();
        }
        if (rank == 0) {
            phases.print();
        }
    }

    private void exchange() {
        phases.exchangeBegins();
        int last = slice.height();
        MPI.COMM_WORLD.Sendrecv(slice.row(last), 0, LENGTH, MPI.DOUBLE, below, DOWN,
                slice.row(0), 0, LENGTH, MPI.DOUBLE, above, DOWN);
        MPI.COMM_WORLD.Sendrecv(slice.row(1), 0, LENGTH, MPI.DOUBLE, above, UP,
                slice.row(last + 1), 0, LENGTH, MPI.DOUBLE, below, UP);
        phases.ended(Phases.DELIVER);
        phases.exchangeEnds();
    }
}
