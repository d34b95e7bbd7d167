package e02_plate;

import org.rmi4mpi.rmi.Ranks;

/** Tells how far a solver is, for the job's line and the page of {@code --monitor}. Owned by one thread. */
final class Progress {
    private static final int ALL = 1000;

    /** Whether this rank tells it for all: the change is the same at each. */
    private final boolean isTold;
    private double firstChange;

    Progress(boolean isTold) {
        this.isTold = isTold;
    }

    void update(int iteration, double change, double tolerance) {
        if (iteration == 1) {
            firstChange = change;
        }
        if (isTold) {
            // The change shrinks by a constant factor in each iteration, so that its logarithm grows evenly.
            double done = Math.log(firstChange / change) / Math.log(firstChange / tolerance);
            Ranks.progress((long) (ALL * Math.max(0, Math.min(1, done))), ALL);
        }
    }

    /** The solver is done. */
    void end() {
        if (isTold) {
            Ranks.progress(ALL, ALL);
        }
    }
}
