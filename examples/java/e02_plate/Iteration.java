package e02_plate;

/** Counts iterations until the largest change is below the tolerance. Owned by one thread. */
final class Iteration {
    private final Problem problem;
    private final Progress progress;
    private final long startNs = System.nanoTime();
    private int count;
    private double change = Double.MAX_VALUE;

    Iteration(Problem problem, Progress progress) {
        this.problem = problem;
        this.progress = progress;
    }

    boolean goesOn() {
        return !(change < problem.tolerance());
    }

    /**
     * Counts a finished iteration.
     *
     * @param change largest change of all cells
     * @throws IllegalStateException if the tolerance is out of reach
     */
    void finished(double change) {
        this.change = change;
        count++;
        progress.update(count, change, problem.tolerance());
        if (!Double.isFinite(change)) {
            throw new IllegalStateException("after " + count + " iterations the largest change is " + change
                    + ": take temperatures that are closer together");
        }
        if (goesOn() && count >= problem.iterationLimit()) {
            throw new IllegalStateException("after " + count + " iterations the largest change is still " + change
                    + " >= tolerance " + problem.tolerance() + ": raise the tolerance");
        }
    }

    int count() {
        return count;
    }

    double seconds() {
        return (System.nanoTime() - startNs) / 1e9;
    }
}
