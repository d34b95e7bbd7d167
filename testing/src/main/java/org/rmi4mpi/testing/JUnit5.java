package org.rmi4mpi.testing;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs one test of JUnit 5 in this JVM. Stateless. */
final class JUnit5 {
    private JUnit5() {}

    static RankOutcome run(String id) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request().selectors(selectUniqueId(id)).build();
        AtomicReference<RankOutcome> outcome = new AtomicReference<>();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionSkipped(TestIdentifier test, String reason) {
                outcome.compareAndSet(null, RankOutcome.failed(new AssertionError("skipped at this rank: " + reason)));
            }

            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
                    if (test.isTest()) {
                        outcome.compareAndSet(null, RankOutcome.passed());
                    }
                    return;
                }
                Throwable failure = result.getThrowable().orElseGet(() -> new AssertionError(test + " failed"));
                RankOutcome other = outcome.get();
                if (other == null || other.isPassed()) { // a method of @AfterAll fails after its tests
                    outcome.set(result.getStatus() == TestExecutionResult.Status.ABORTED ? RankOutcome.aborted(failure)
                            : RankOutcome.failed(failure));
                }
            }
        });
        return outcome.get() != null ? outcome.get()
                : RankOutcome.failed(new AssertionError("JUnit finds no test " + id + " at this rank: have its engine,"
                        + " junit-jupiter-engine, on the class path of the tests"));
    }
}
