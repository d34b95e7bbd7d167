package org.rmi4mpi.tests.runner;

import mpi.MPI;
import org.junit.runner.Result;
import org.junit.runner.notification.RunListener;
import org.junit.runner.notification.RunNotifier;
import org.junit.runners.BlockJUnit4ClassRunner;
import org.junit.runners.model.InitializationError;

/**
 * Runs the tests of a class on the ranks of a job. If nobody has started MPI, as in an IDE, this JVM becomes a job of
 * one rank, which ends with the run.
 */
public final class RankRunner extends BlockJUnit4ClassRunner {
    public RankRunner(Class<?> type) throws InitializationError {
        super(type);
    }

    @Override
    public void run(RunNotifier notifier) {
        if (!MPI.Initialized()) {
            MPI.Init(new String[0]);
            notifier.addListener(new RunListener() {
                @Override
                public void testRunFinished(Result result) {
                    MPI.Finalize();
                }
            });
        }
        super.run(notifier);
    }
}
