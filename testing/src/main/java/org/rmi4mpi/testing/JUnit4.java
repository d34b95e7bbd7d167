package org.rmi4mpi.testing;

import org.junit.AssumptionViolatedException;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.Result;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** Runs one test of JUnit 4 in this JVM. Stateless. */
final class JUnit4 {
    private JUnit4() {}

    static RankOutcome run(String className, String method) {
        Class<?> test;
        try {
            test = Class.forName(className);
        } catch (ClassNotFoundException e) {
            return RankOutcome.failed(e);
        }
        Throwable[] assumption = {null};
        JUnitCore core = new JUnitCore();
        core.addListener(new RunListener() {
            @Override
            public void testAssumptionFailure(Failure failure) {
                assumption[0] = failure.getException();
            }
        });
        Result result = core.run(Request.aClass(test)
                .filterWith(Filter.matchMethodDescription(Description.createTestDescription(test, method))));
        if (!result.getFailures().isEmpty()) {
            return RankOutcome.failed(result.getFailures().get(0).getException());
        } else if (assumption[0] instanceof AssumptionViolatedException) {
            return RankOutcome.aborted(assumption[0]);
        }
        return result.getRunCount() > 0 ? RankOutcome.passed()
                : RankOutcome.failed(new AssertionError("JUnit finds no test " + className + "." + method + " at this rank"));
    }
}
