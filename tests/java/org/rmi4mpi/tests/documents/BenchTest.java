package org.rmi4mpi.tests.documents;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.rmi4mpi.tests.jobs.Programs;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** The benchmarks work: their own tests pass, and each kernel does what it should, by each system. */
@Deadline(240)
@OneJdk
public class BenchTest {
    private static final int SECONDS = 120;
    /** All kernels, with some objects of each kind. */
    private static final String ROWS =
            "ping(),ping(int,ping(byte),ping(char),ping(float),ping(double),(int32),(null),g(tree15),MyDouble[10]";
    private static final String CLASSES = "build/bench/lib/*:build/lib/*:build/tests/*:build/examples/*";

    private static String run(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(Programs.JAVA_HOME.resolve("bin/java").toString(),
                "-XX:TieredStopAtLevel=1", "-Dmpirun=" + System.getenv().getOrDefault("MPIRUN", "mpirun"), "-cp",
                CLASSES));
        command.addAll(List.of(arguments));
        Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), command);
        assertThat(outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), outcome.status(), is(0));
        return outcome.output();
    }

    @Test
    public void testsOfTheBenchmarksPass() throws Exception {
        assertThat(run("org.junit.runner.JUnitCore", "org.rmi4mpi.bench.BenchTests"), containsString("OK ("));
    }

    @Test
    public void eachKernelWorks() throws Exception {
        run("-Dquick=smoke", "-Drows=" + ROWS, "-Dfolder=build/bench/smoke",
                "org.rmi4mpi.bench.run.Bench");
    }
}
