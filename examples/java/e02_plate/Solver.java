package e02_plate;

/** One way to solve the problem. Every rank of the job calls it. */
interface Solver {
    String name();

    /** How many ranks take part. */
    int ranks();

    /** Solves the problem; the result is at rank 0, and null elsewhere. */
    Solution solve(Problem problem, ProgressLine progress) throws Exception;

    /** @param remoteCalls made by all ranks together, while the time was taken */
    record Solution(double[][] rows, int iterations, double seconds, long remoteCalls) {}
}
