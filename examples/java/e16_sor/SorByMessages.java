package e16_sor;

import java.util.Arrays;
import mpi.MPI;
import processes.Comparison;

/** The same by messages of package mpi. Arguments: rows, columns, iterations, how often. */
public final class SorByMessages extends Relaxation<RuntimeException> {
    private static final int DOWN = 1;
    private static final int UP = 2;

    private final int above;
    private final int below;
    private final double[] largest = new double[1];

    private SorByMessages(Slab slab) {
        super(slab);
        int rank = MPI.COMM_WORLD.Rank();
        above = rank > 0 ? rank - 1 : MPI.PROC_NULL;
        below = rank < MPI.COMM_WORLD.Size() - 1 ? rank + 1 : MPI.PROC_NULL;
    }

    public static void main(String[] args) throws Exception {
        String[] own = MPI.Init(args);
        Sor.Grid grid = Sor.Grid.of(own);
        for (int i = 0; i < Sor.Grid.number(own, 3, 1); i++) {
            MPI.COMM_WORLD.Barrier();
            long start = System.nanoTime();
            Slab slab = new Slab(grid.rows(), grid.columns(), MPI.COMM_WORLD.Rank(), MPI.COMM_WORLD.Size());
            double largest = new SorByMessages(slab).run(grid.iterations());
            check(grid, slab, largest, start);
        }
        MPI.Finalize();
    }

    private static void check(Sor.Grid grid, Slab slab, double largest, long start) {
        Object[] sums = new Object[MPI.COMM_WORLD.Size()];
        MPI.COMM_WORLD.Gather(new Object[] {slab.sums()}, 0, 1, MPI.OBJECT, sums, 0, 1, MPI.OBJECT, 0);
        if (MPI.COMM_WORLD.Rank() == 0) {
            Sor.Result result = Sor.Result.of(largest, Arrays.copyOf(sums, sums.length, double[][].class));
            Comparison.print(sums.length + " ranks, messages", start, result);
            if (!result.equals(Sor.sequential(grid))) {
                throw new IllegalStateException("the sequential program has another result");
            }
        }
    }

    @Override
    protected void exchange() {
        int last = slab().height();
        int length = slab().row(0).length;
        MPI.COMM_WORLD.Sendrecv(slab().row(last), 0, length, MPI.DOUBLE, below, DOWN,
                slab().row(0), 0, length, MPI.DOUBLE, above, DOWN);
        MPI.COMM_WORLD.Sendrecv(slab().row(1), 0, length, MPI.DOUBLE, above, UP,
                slab().row(last + 1), 0, length, MPI.DOUBLE, below, UP);
    }

    @Override
    protected double maximum(double change) {
        MPI.COMM_WORLD.Allreduce(new double[] {change}, 0, largest, 0, 1, MPI.DOUBLE, MPI.MAX);
        return largest[0];
    }
}
