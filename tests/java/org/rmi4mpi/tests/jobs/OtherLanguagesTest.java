package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.Assume;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/**
 * Ranks in C and in Python in one job with Java ranks, started by mpirun with several programs. Apart from the
 * permission to run as root, the environment has only the settings that docs/messages.md asks of users.
 */
@Deadline(90)
@OneJdk
public class OtherLanguagesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));
    private static final Map<String, String> ENVIRONMENT = Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", "OMPI_MCA_rmaps_base_oversubscribe", "1",
            "PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe", "MPIR_CVAR_DEVICE_COLLECTIVES", "none");

    private static List<String> java(int ranks, String... options) {
        List<String> words = runtime(ranks, options);
        words.add("org.rmi4mpi.tests.programs.Peer");
        return words;
    }

    private static List<String> runtime(int ranks, String... options) {
        List<String> words = new ArrayList<>(List.of("-n", "" + ranks, JAVA_HOME.resolve("bin/java").toString(), "-cp",
                ROOT.resolve("build/tests/rmi4mpi-tests.jar") + ":" + ROOT.resolve("build/lib") + "/*"));
        words.addAll(List.of(options));
        return words;
    }

    private static Processes.Outcome run(List<String> first, List<String> second) throws Exception {
        List<String> command = new ArrayList<>(List.of(System.getenv().getOrDefault("MPIRUN", "mpirun")));
        command.addAll(first);
        command.add(":");
        command.addAll(second);
        return Processes.run(JAVA_HOME, 40, ENVIRONMENT, command);
    }

    private static void allAsExpected(Processes.Outcome outcome, String language) {
        assertThat(outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), containsString("peer in " + language + ": all as expected"));
        assertThat(outcome.output(), containsString("peer in Java: all as expected"));
    }

    /** The C library frees the array of variables that another thread reads: this program crashes without the guard. */
    @Test
    public void theEnvironmentIsReadWhileItChanges() throws Exception {
        Processes.Outcome outcome = Processes.run(JAVA_HOME, 40,
                Map.of("LD_PRELOAD", ROOT.resolve("build/lib/librmi4mpi-guard.so").toString()),
                List.of(ROOT.resolve("build/tests/environment").toString()));
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output().strip(), is("right"));
    }

    @Test
    public void aRankInC() throws Exception {
        List<String> c = List.of("-n", "1", ROOT.resolve("build/tests/peer").toString());
        allAsExpected(run(c, java(1)), "C");
        allAsExpected(run(java(2, "-Djava.peers=0,1"), c), "C");
        allAsExpected(run(java(1, "-Drmi4mpi.ranks=0"), c), "C");
        Processes.Outcome wrong = run(java(1, "-Drmi4mpi.ranks=1"), c);
        assertThat(wrong.output(), wrong.status(), not(is(0)));
        assertThat(wrong.output(), containsString("-Drmi4mpi.ranks=1 at rank 0"));
    }

    /** Open MPI reads as if all ranks had the guard, which plain mpirun does not give. */
    @Test
    public void readsWithoutTheGuardAreRefused() throws Exception {
        Assume.assumeFalse("MPICH does not read past the end",
                Files.readString(ROOT.resolve("build/lib/rmi4mpi.conf")).contains("MPICH"));
        List<String> words = new ArrayList<>(List.of(System.getenv().getOrDefault("MPIRUN", "mpirun")));
        words.addAll(java(1));
        words.addAll(List.of(":", "-n", "1", ROOT.resolve("build/tests/peer").toString()));
        Map<String, String> environment = new HashMap<>(ENVIRONMENT);
        environment.putAll(Map.of("OMPI_MCA_btl_vader_single_copy_mechanism", "cma", "OMPI_MCA_smsc", "cma"));
        Processes.Outcome outcome = Processes.run(JAVA_HOME, 40, environment, words);
        assertThat(outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), outcome.status(), not(is(0)));
        assertThat(outcome.output(), containsString("this rank runs without librmi4mpi-guard.so"));
    }

    @Test
    public void datatypesAreThoseOfC() throws Exception {
        List<String> java = runtime(1, "-Xcheck:jni");
        java.addAll(List.of("org.rmi4mpi.tests.programs.TypesBesideC", "250"));
        Processes.Outcome outcome = run(java, List.of("-n", "1", ROOT.resolve("build/tests/types").toString()));
        assertThat(outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), containsString("types beside C: 250 as expected"));
        assertThat(outcome.output(), not(containsString("WARNING in native method")));
        assertThat(outcome.output(), outcome.status(), is(0));
    }

    @Test
    public void aRankInPython() throws Exception {
        Path python = ROOT.resolve("build/tests/python");
        Assume.assumeTrue("no mpi4py, scripts/setup-mpi4py tells why", Files.isExecutable(python));
        List<String> peer = List.of("-n", "1", python.toString(), ROOT.resolve("tests/c/peer.py").toString());
        allAsExpected(run(peer, java(1)), "Python");
        allAsExpected(run(java(2, "-Djava.peers=0,1"), peer), "Python");
    }
}
