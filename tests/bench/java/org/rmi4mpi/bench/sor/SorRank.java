package org.rmi4mpi.bench.sor;

import e16_sor.Slab;

/** A rank's part of the relaxation, independent of the way in which rows travel. Owned by one thread. */
abstract class SorRank {
    /** Rows and columns of the whole grid that are relaxed. */
    static final int SIDE = 1000;

    private final int rank;
    private final Phases phases = new Phases();
    private final Slab slice;

    SorRank(int rank, int ranks) {
        this.rank = rank;
        slice = new Slab(SIDE, SIDE, rank, ranks);
    }

    final Slab slice() {
        return slice;
    }

    final Phases phases() {
        return phases;
    }

    /** Exchanges the border rows of this slice with its neighbours. Records its phases. */
    abstract void exchange() throws Exception;

    /** Returns the largest change of all ranks, when each has contributed its own. */
    abstract double maximum(double change) throws Exception;

    /** Rank 0 prints where its time went. */
    final void repetition(int iterations) throws Exception {
        maximum(0);
        phases.begin();
        for (int i = 0; i < iterations; i++) {
            exchangeRows();
            double change = slice.relax(Slab.RED);
            phases.ended(Phases.RELAX);
            exchangeRows();
            change = Math.max(change, slice.relax(Slab.BLACK));
            phases.ended(Phases.RELAX);
            maximum(change);
            phases.ended(Phases.MAXIMUM);
            phases.iterationEnds();
        }
        if (rank == 0) {
            phases.print();
        }
    }

    private void exchangeRows() throws Exception {
        phases.exchangeBegins();
        exchange();
        phases.exchangeEnds();
    }
}
