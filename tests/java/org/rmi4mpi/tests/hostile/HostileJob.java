package org.rmi4mpi.tests.hostile;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rmi4mpi.tests.runner.Processes;

/**
 * A finished attack.
 *
 * @param ranks of the job
 * @param status its exit status
 * @param output standard output and error of all ranks
 */
record HostileJob(int ranks, int status, String output) {
    static final int SECONDS = 180;
    static final Path ROOT = Path.of("").toAbsolutePath();
    static final String CLASSES = ROOT.resolve("build/tests/rmi4mpi-tests.jar").toString();

    /** Runs a program of this package, and asserts that it ends in time and that no JVM crashes. */
    static HostileJob run(int ranks, String jvmOptions, Class<?> program, String... arguments) throws Exception {
        List<String> options = new ArrayList<>(List.of("-n", "" + ranks));
        options.addAll(List.of(jvmOptions.trim().split(" +")));
        options.removeIf(String::isEmpty);
        options.addAll(List.of("-cp", CLASSES, program.getName()));
        options.addAll(List.of(arguments));
        return launch(ranks, Map.of(), options);
    }

    /** Runs rmi4mpirun with these arguments. */
    static HostileJob launch(int ranks, Map<String, String> environment, List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(ROOT.resolve("build/bin/rmi4mpirun").toString()));
        command.addAll(arguments);
        return command(ranks, environment, command);
    }

    /** Runs any command that starts a job. */
    static HostileJob command(int ranks, Map<String, String> environment, List<String> command) throws Exception {
        Processes.Outcome outcome =
                Processes.run(Path.of(System.getProperty("java.home")), SECONDS, environment, command);
        assertThat("the job ends in time: " + outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), not(containsString("A fatal error has been detected")));
        return new HostileJob(ranks, outcome.status(), outcome.output());
    }

    /** Asserts that the job has ended well, and that by the counts of its ranks no call is lost. */
    HostileJob allAnswered() {
        assertThat(output, status, is(0));
        for (int rank = 0; rank < ranks; rank++) {
            assertThat(output, output, containsString("rank " + rank + ": made "));
        }
        return this;
    }

    /** Number of calls of all ranks with this outcome: "made", "answered", "failed" or "served". */
    long sum(String end) {
        long sum = 0;
        Matcher counts = Pattern.compile("rank \\d+: made .*").matcher(output);
        while (counts.find()) {
            Matcher count = Pattern.compile(end + " (\\d+)").matcher(counts.group());
            sum += count.find() ? Long.parseLong(count.group(1)) : 0;
        }
        return sum;
    }
}
