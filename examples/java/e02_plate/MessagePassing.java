package e02_plate;

import mpi.MPI;

/** A slice of rows on each rank. Border rows travel by Sendrecv, the largest change by Allreduce. */
final class MessagePassing implements Solver {
    private static final int DOWN = 1;
    private static final int UP = 2;
    private static final int RESULT = 3;

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();

    @Override
    public String name() {
        return "message passing";
    }

    @Override
    public int ranks() {
        return size;
    }

    @Override
    public Solution solve(Problem problem, Progress progress) {
        Slice slice = new Slice(problem, problem.firstRow(rank, size), problem.firstRow(rank + 1, size));
        Iteration iteration = new Iteration(problem, progress);
        double[] largest = new double[1];
        while (iteration.goesOn()) {
            exchange(slice, problem.columns());
            double red = slice.relax(Slice.RED);
            exchange(slice, problem.columns());
            double black = slice.relax(Slice.BLACK);
            double[] mine = {Math.max(red, black)};
            MPI.COMM_WORLD.Allreduce(mine, 0, largest, 0, 1, MPI.DOUBLE, MPI.MAX);
            iteration.finished(largest[0]);
        }
        double seconds = iteration.seconds();
        double[][] rows = gather(slice, problem);
        return rank == 0 ? new Solution(rows, iteration.count(), seconds, 0) : null;
    }

    /** Exchanges the rows at the borders of slices. The first and the last rank have one neighbour only. */
    private void exchange(Slice slice, int columns) {
        int above = rank > 0 ? rank - 1 : MPI.PROC_NULL;
        int below = rank < size - 1 ? rank + 1 : MPI.PROC_NULL;
        int last = slice.height();
        MPI.COMM_WORLD.Sendrecv(slice.row(last), 0, columns, MPI.DOUBLE, below, DOWN,
                slice.row(0), 0, columns, MPI.DOUBLE, above, DOWN);
        MPI.COMM_WORLD.Sendrecv(slice.row(1), 0, columns, MPI.DOUBLE, above, UP,
                slice.row(last + 1), 0, columns, MPI.DOUBLE, below, UP);
    }

    private double[][] gather(Slice slice, Problem problem) {
        double[][] own = slice.ownRows();
        if (rank != 0) {
            for (double[] row : own) {
                MPI.COMM_WORLD.Send(row, 0, row.length, MPI.DOUBLE, 0, RESULT);
            }
            return null;
        }
        double[][] rows = java.util.Arrays.copyOf(own, problem.innerRows());
        for (int other = 1; other < size; other++) {
            for (int i = problem.firstRow(other, size); i < problem.firstRow(other + 1, size); i++) {
                rows[i - 1] = new double[problem.columns()];
                MPI.COMM_WORLD.Recv(rows[i - 1], 0, problem.columns(), MPI.DOUBLE, other, RESULT);
            }
        }
        return rows;
    }
}
