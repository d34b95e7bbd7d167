package org.rmi4mpi.testing;

import org.junit.rules.TestRule;
import org.junit.runner.Description;
import org.junit.runners.model.Statement;

/**
 * Has JUnit 4 run the test methods of a class on the ranks of a job, with those of {@code @Before} and {@code @After}. MPI.Init
 * has been called when the test begins, and MPI.Finalize follows it. The test fails if it fails at any rank.
 *
 * <pre>{@code
 * @Rule
 * public final RanksRule ranks = new RanksRule(4);
 * }</pre>
 */
public final class RanksRule implements TestRule {
    private final RankJob job;

    /** @param ranks their number; the job is ended after 60 s */
    public RanksRule(int ranks) {
        this(ranks, 60);
    }

    /**
     * @param ranks their number
     * @param seconds after how many seconds the job is ended, and the test fails
     * @param options for rmi4mpirun or the JVMs of the ranks, such as {@code -Xmx256m}
     */
    public RanksRule(int ranks, int seconds, String... options) {
        job = new RankJob(ranks, seconds, options);
    }

    @Override
    public Statement apply(Statement test, Description description) {
        if (RankTest.isRank()) {
            return test;
        }
        return new Statement() {
            @Override
            public void evaluate() throws Throwable {
                job.run("4", description.getClassName(), description.getMethodName());
            }
        };
    }
}
