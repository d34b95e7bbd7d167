package org.rmi4mpi.bench.sor;

/** A rank's part of the relaxation, whatever carries its rows. Owned by one thread. */
abstract class SorRank {
    private final int rank;
    private final Phases phases = new Phases();
    private final Slice slice;

    SorRank(int rank, int ranks) {
        this.rank = rank;
        slice = new Slice(rank, ranks);
    }

    final Slice slice() {
        return slice;
    }

    final Phases phases() {
        return phases;
    }

    /** Brings the rows at this slice's ends to its neighbours, and theirs beside it. Tells its phases. */
    abstract void exchange() throws Exception;

    /** Returns the largest of the changes of all ranks, when each has brought its own. */
    abstract double maximum(double change) throws Exception;

    /** Rank 0 prints where its time went. */
    final void repetition(int iterations) throws Exception {
        maximum(0);
        phases.begin();
        for (int i = 0; i < iterations; i++) {
            exchangeRows();
            double change = slice.relax(Slice.RED);
            phases.ended(Phases.RELAX);
            exchangeRows();
            change = Math.max(change, slice.relax(Slice.BLACK));
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
