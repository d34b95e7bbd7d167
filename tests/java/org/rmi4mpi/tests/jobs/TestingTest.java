package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Map;
import java.util.TreeMap;
import org.junit.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;
import org.rmi4mpi.tests.programs.Junit4OnRanks;
import org.rmi4mpi.tests.programs.TestsOnRanks;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;

/** Tests of JUnit that run on ranks. */
@Deadline(180)
@OneJdk
public class TestingTest {
    /** The failure of each test by its name; that of a test that passed has the text "passed". */
    private static Map<String, Throwable> run(Class<?> tests) {
        Map<String, Throwable> ends = new TreeMap<>();
        LauncherFactory.create().execute(
                LauncherDiscoveryRequestBuilder.request().selectors(selectClass(tests)).build(),
                new TestExecutionListener() {
                    @Override
                    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                        if (test.isTest()) {
                            ends.put(test.getDisplayName(), result.getThrowable().orElse(new Exception("passed")));
                        }
                    }
                });
        return ends;
    }

    @Test
    public void aTestFailsByTheExceptionOfItsRank() {
        Map<String, Throwable> ends = run(TestsOnRanks.class);
        assertThat(ends.toString(), ends.entrySet(), hasSize(5));
        assertThat(ends.get("pass()").getMessage(), is("passed"));

        Throwable failure = ends.get("failAtOne()");
        assertThat(failure.getMessage(), containsString("rank 1 of 3: the rank ==> expected: <7> but was: <1>"));
        assertThat(failure.getMessage(), containsString("output of 1"));
        assertThat("the output of others", failure.getMessage(), not(containsString("output of 2")));
        assertThat(failure.getCause(), instanceOf(org.opentest4j.AssertionFailedError.class));

        assertThat(ends.get("hang()").getMessage(), containsString("the job has not ended within 5 s"));

        assertThat(ends.get("[1] 2").getMessage(), is("passed"));
        assertThat(ends.get("[2] 5").getMessage(), containsString("rank 0 of 2: expected: <5> but was: <2>"));
        assertThat("rank 1 failed, too", ends.get("[2] 5").getSuppressed().length, is(1));
    }

    @Test
    public void aRuleOfJunit4DoesTheSame() {
        Result result = new JUnitCore().run(Junit4OnRanks.class);
        assertThat(result.getRunCount(), is(2));
        assertThat(result.getFailures().toString(), result.getFailures(), hasSize(1));
        assertThat(result.getFailures().get(0).getMessage(),
                containsString("rank 0 of 2: the rank expected:<1> but was:<0>"));
    }
}
