package e02_plate;

/** One way to solve the problem. Every rank of the job calls it. */
interface Solver {
    String name();

    /** Returns the number of ranks that take part. */
    int ranks();

    /** Solves the problem. Returns the result at rank 0, and null at the others. */
    Solution solve(Problem problem, Progress progress) throws Exception;

    /** @param remoteCalls number of remote calls by all ranks in the measured time */
    record Solution(double[][] rows, int iterations, double seconds, long remoteCalls) {}
}
