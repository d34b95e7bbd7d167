package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.Assume;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** Ranks in C, C++ and Fortran that have remote objects. */
@Deadline(90)
@OneJdk
public class CppRanksTest {
    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

    /** One rank in Java and two in C++: each calls the objects of all others. */
    @Test
    public void eachLanguageCallsEach() throws Exception {
        Path trace = folder.getRoot().toPath().resolve("trace.json");
        Processes.Outcome outcome = Processes.run(JAVA_HOME, 60, Map.of("ASAN_OPTIONS", "detect_leaks=0"),
                Programs.command(List.of("--stats", "--trace", trace.toString(), "-n", "1", "-cp", JobTest.CLASSES,
                        "org.rmi4mpi.tests.programs.Languages", "1", "2",
                        ":", "-n", "2", "--program", ROOT.resolve("build/tests/languages").toString(), "1", "2")));
        assertThat(outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), containsString("languages in Java: all as expected"));
        assertThat(outcome.output().split("languages in C\\+\\+: all as expected", -1).length, is(3));
        for (String text : List.of(outcome.output(), Files.readString(trace))) {
            assertThat(text, containsString("Languages$Table.add in C++"));
            assertThat(text, containsString("Languages$Table.add for C++"));
        }
    }

    @Test
    public void anExceptionInCppEndsTheJob() throws Exception {
        Processes.Outcome outcome = Processes.run(JAVA_HOME, 60, Map.of("ASAN_OPTIONS", "detect_leaks=0"),
                Programs.command(List.of("-n", "1", "-cp", JobTest.CLASSES, "org.rmi4mpi.tests.programs.Languages", "1",
                        ":", "-n", "1", "--program", ROOT.resolve("build/tests/languages").toString(), "9")));
        assertThat(outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), outcome.status(), not(is(0)));
        assertThat(outcome.output(), containsString("expected name, or //rankN/name with a rank N < 2"));
    }

    /** The program fails if it has used 1 s of processor time while another rank stays for 2 s. */
    @Test
    public void aRankThatHasLeftSleeps() throws Exception {
        Processes.Outcome outcome = Processes.run(JAVA_HOME, 60, Map.of("ASAN_OPTIONS", "detect_leaks=0"),
                Programs.command(List.of("-n", "1", "-cp", JobTest.CLASSES, "org.rmi4mpi.tests.programs.Staying",
                        ":", "-n", "1", "--program", ROOT.resolve("build/tests/languages").toString(), "leave")));
        assertThat(outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), containsString("languages in C++: has left"));
    }

    @Test
    public void fortranCallsAndIsCalled() throws Exception {
        Path program = ROOT.resolve("build/tests/filter");
        Assume.assumeTrue("no gfortran, make tells how to install it", Files.isExecutable(program));
        Processes.Outcome outcome = Processes.run(JAVA_HOME, 60, Map.of(),
                Programs.command(
                        List.of("-n", "1", "-cp", ROOT.resolve("build/examples/rmi4mpi-examples.jar").toString(),
                                "e24_filter.Sums", ":", "-n", "1", "--program", program.toString())));
        assertThat(outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), containsString("the differences in Fortran: [1.0, 2.0, 3.0, 4.0]"));
        assertThat(outcome.output(), containsString("thrown in Fortran: an empty row has no differences"));
        assertThat(outcome.output(), containsString("the sums in Java: 1.0 3.0 6.0 10.0"));
    }

    @Test
    public void interfacesThatAreNotRemoteHaveNoStubs() throws Exception {
        Processes.Outcome outcome = Processes.run(JAVA_HOME, 60, Map.of(),
                List.of("build/bin/rmi4mpirun", "--stubs-cpp", "java.lang.Runnable"));
        assertThat(outcome.output(), containsString("java.lang.Runnable is no interface that extends java.rmi.Remote"));
        assertThat(outcome.output(), outcome.status(), is(2));
    }

    /** Of 20,000 frames with a few bytes changed, too. The program has the sanitizers of addresses and undefined behaviour. */
    @Test
    public void valuesTravelOrAreRefused() throws Exception {
        Processes.Outcome outcome = Processes.run(JAVA_HOME, 60, Map.of(),
                List.of(ROOT.resolve("build/tests/values").toString(), "1", "20000"));
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), containsString("values: all as expected"));
    }
}
