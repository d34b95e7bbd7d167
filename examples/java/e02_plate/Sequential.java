package e02_plate;

import mpi.MPI;

/** The whole plate on rank 0; the other ranks wait. */
final class Sequential implements Solver {
    @Override
    public String name() {
        return "sequential";
    }

    @Override
    public int ranks() {
        return 1;
    }

    @Override
    public Solution solve(Problem problem, Progress progress) {
        if (MPI.COMM_WORLD.Rank() != 0) {
            return null;
        }
        Slice slice = new Slice(problem, 1, problem.rows() - 1);
        Iteration iteration = new Iteration(problem, progress);
        while (iteration.goesOn()) {
            double red = slice.relax(Slice.RED);
            double black = slice.relax(Slice.BLACK);
            iteration.finished(Math.max(red, black));
        }
        return new Solution(slice.ownRows(), iteration.count(), iteration.seconds(), 0);
    }
}
