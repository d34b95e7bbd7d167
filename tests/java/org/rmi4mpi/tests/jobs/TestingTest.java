package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.stringContainsInOrder;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.Rule;
import org.junit.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;
import org.rmi4mpi.tests.programs.Junit4OnRanks;
import org.rmi4mpi.tests.programs.TestsOnRanks;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.JdkTools;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** Tests of JUnit that run on ranks. */
@Deadline(180)
@OneJdk
public class TestingTest {
    private static final int SECONDS = 60;

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

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
        assertThat("lines of rmi4mpi", failure.getMessage(), not(containsString("rmi4mpi:")));
        assertThat("the output of others", failure.getMessage(), not(containsString("output of 2")));
        assertThat(failure.getCause(), instanceOf(org.opentest4j.AssertionFailedError.class));

        assertThat(ends.get("hang()").getMessage(), stringContainsInOrder("the job has not ended within 5 s",
                "--- output of waits:", "Barrier", "TestsOnRanks.hang"));

        assertThat(ends.get("[1] 2").getMessage(), is("passed"));
        assertThat(ends.get("[2] 5").getMessage(), containsString("rank 0 of 2: expected: <5> but was: <2>"));
        assertThat("rank 1 failed, too", ends.get("[2] 5").getSuppressed().length, is(1));
    }

    @Test
    public void theFirstProjectCompilesAndRuns() throws Exception {
        Processes.Outcome made =
                Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), List.of("sh", "-c", "cd " + folder.getRoot()
                        + " && " + Path.of("build/bin/rmi4mpirun").toAbsolutePath() + " --init com.example.hello"));
        assertThat(made.output(), made.status(), is(0));
        Path classes = folder.newFolder().toPath();
        List<String> words =
                new ArrayList<>(List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path")));
        try (Stream<Path> sources = Files.walk(folder.getRoot().toPath().resolve("hello/src"))) {
            sources.map(Path::toString).filter(each -> each.endsWith(".java")).forEach(words::add);
        }
        assertThat(JdkTools.compiler().run(null, System.out, System.err, words.toArray(String[]::new)), is(0));
        Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(),
                Programs.command(List.of("-n", "2", "-cp", classes.toString(), "com.example.hello.Main")));
        assertThat(outcome.output(), outcome.output(), containsString("Hello rank 0, this is rank 1"));
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
