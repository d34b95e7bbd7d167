package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;
import static org.hamcrest.Matchers.stringContainsInOrder;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.Assume;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** {@code rmi4mpirun --check}, on this machine as it is, and where something is wrong. */
@Deadline(120)
@OneJdk
public class DoctorTest {
    private static final int SECONDS = 60;

    /** The folder for a launcher. */
    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private static Processes.Outcome check(Map<String, String> environment, String... words) throws Exception {
        Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, SECONDS, environment, List.of(words));
        assertThat("ended in time: " + outcome.output(), outcome.inTime(), is(true));
        return outcome;
    }

    private static void program(Path file, String text) throws IOException {
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true), is(true));
    }

    /** The round trip may take long where other tests use the cores. */
    @Test
    @InCheck
    public void allIsWellHere() throws Exception {
        Processes.Outcome outcome = check(Map.of(), Programs.LAUNCHER, "--check", "-n", "2");
        List<String> wrong = outcome.output().lines().filter(line -> line.startsWith("WRONG")).toList();
        assertThat(outcome.output(), wrong, everyItem(startsWith("WRONG  round trip ")));
        assertThat(outcome.output(),
                stringContainsInOrder("ok ", "java", "bridge", "launcher", "binding", "MPI library",
                        "shared memory", "heap", "MiB for each of 2 ranks", "signals", "round trip", "us for 8 bytes",
                        "ports",
                        wrong.isEmpty() ? "all is well" : "1 thing is wrong"));
        assertThat(outcome.output(), outcome.status(), is(wrong.size()));
    }

    @Test
    public void aMissingMpirunIsFound() throws Exception {
        Processes.Outcome outcome = check(Map.of("MPIRUN", "/no/such/mpirun"), Programs.LAUNCHER, "--check");
        assertThat(outcome.output(), stringContainsInOrder("WRONG  launcher", "/no/such/mpirun cannot be run", "->"));
        assertThat(outcome.status(), is(1));
    }

    @Test
    public void theMpirunOfAnotherMpiIsFound() throws Exception {
        Path mpirun = folder.getRoot().toPath().resolve("mpirun");
        program(mpirun, "#!/bin/sh\necho 'HYDRA build details:    Version: 9.8.7'\n");
        Processes.Outcome outcome = check(Map.of("MPIRUN", mpirun.toString()), Programs.LAUNCHER, "--check");
        assertThat(outcome.output(),
                stringContainsInOrder("WRONG  launcher", "of MPICH 9.8.7, and the bridge was built",
                        "->"));
        assertThat(outcome.status(), is(1));
    }

    @Test
    public void littleSharedMemoryIsFound() throws Exception {
        Assume.assumeTrue("no mount namespaces", Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(),
                List.of("unshare", "--mount", "mount", "-t", "tmpfs", "shm", "/dev/shm")).status() == 0);
        Processes.Outcome outcome = check(Map.of(), "unshare", "--mount", "sh", "-c",
                "mount -t tmpfs -o size=30m shm /dev/shm; exec " + Programs.LAUNCHER + " --check -n 2");
        assertThat(outcome.output(), stringContainsInOrder("WRONG  shared memory", "MiB free in /dev/shm < 40 MiB",
                "enlarge it"));
        assertThat(outcome.status(), is(1));
    }

    @Test
    public void heapsBeyondTheMemoryAreFound() throws Exception {
        long mib = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize() >> 20;
        Processes.Outcome outcome = check(Map.of(), Programs.LAUNCHER, "--check", "-n", "2", "-Xmx" + mib + "m");
        assertThat(outcome.output(), stringContainsInOrder("WRONG  heap", "MiB for each of 2 ranks: ",
                " MiB > " + mib + " MiB of the node", "-Xmx"));
        assertThat(outcome.status(), is(1));
    }

    /** The limit of root is there, but does not hold. */
    @Test
    public void fewThreadsAreFound() throws Exception {
        Assume.assumeThat("not root", System.getProperty("user.name"), is("root"));
        Processes.Outcome outcome =
                check(Map.of(), "bash", "-c", "ulimit -u 150; exec " + Programs.LAUNCHER + " --check -n 2");
        assertThat(outcome.output(),
                stringContainsInOrder("WRONG  threads", "150 threads for 2 ranks", "ulimit -u 200"));
        assertThat(outcome.status(), is(1));
    }

    @Test
    public void fewOpenFilesAreFound() throws Exception {
        Processes.Outcome outcome = check(Map.of(), "sh", "-c", "ulimit -n 200; exec " + Programs.LAUNCHER
                + " --check -n 2");
        assertThat(outcome.output(), containsString("WRONG  open files"));
        assertThat(outcome.output(), containsString("ulimit -n 260"));
        assertThat(outcome.status(), is(1));
    }

    @Test
    public void ranksThatAreBoundToACoreAreFound() throws Exception {
        boolean openMpi = check(Map.of(), Programs.LAUNCHER, "--version").output().contains("Open MPI");
        Assume.assumeTrue("one core", Runtime.getRuntime().availableProcessors() > 1);
        Processes.Outcome outcome = check(Map.of(), Programs.LAUNCHER, "--check", "-n", "2", "--mpi",
                openMpi ? "--bind-to" : "-bind-to", "core");
        assertThat(outcome.output(), stringContainsInOrder("WRONG  binding", "rank 0 may use 1 of", "--bind-to none"));
        assertThat(outcome.status(), is(1));
    }

    @Test
    public void aJobThatFailsIsTold() throws Exception {
        Processes.Outcome outcome = check(Map.of(), Programs.LAUNCHER, "--check", "-n", "2", "-Drmi4mpi.polls=many");
        assertThat(outcome.output(),
                stringContainsInOrder("WRONG  job", "ended with status 1, at the start of the ranks",
                        "rmi4mpi.polls=many: expected"));
        assertThat(outcome.status(), is(1));
    }

    @Test
    public void signalsThatAreIgnoredAreFound() throws Exception {
        Path java = folder.newFolder("bin").toPath().resolve("java");
        program(java, "#!/bin/sh\ntrap '' TERM\nexec \"" + Programs.JAVA_HOME + "/bin/java\" \"$@\"\n");
        Processes.Outcome outcome = check(Map.of("JAVA_HOME", folder.getRoot().toString()), Programs.LAUNCHER,
                "--check", "-n", "2");
        assertThat(outcome.output(), stringContainsInOrder("WRONG  signals", "is ignored", "without trap '' TERM"));
        assertThat(outcome.status(), is(1));
    }

    @Test
    public void ranksThatDoNotHandleSigtermAreFound() throws Exception {
        Processes.Outcome outcome = check(Map.of(), Programs.LAUNCHER, "--check", "-n", "2", "-Xrs");
        assertThat(outcome.output(), stringContainsInOrder("WRONG  signals", "SIGTERM ends a rank at once",
                "without -Xrs"));
        assertThat(outcome.status(), is(1));
    }

    @Test
    public void aJobThatDoesNotEndIsTold() throws Exception {
        Path mpirun = folder.getRoot().toPath().resolve("mpirun");
        program(mpirun, """
                #!/bin/sh
                [ "$1" != --version ] || exec "${REAL:-mpirun}" --version
                exec sleep 1000
                """);
        String real = Objects.requireNonNullElse(System.getenv("MPIRUN"), "");
        Processes.Outcome outcome = check(Map.of("MPIRUN", mpirun.toString(), "REAL", real), Programs.LAUNCHER,
                "--check", "-n", "2", "-Drmi4mpi.check.s=1");
        assertThat(outcome.output(), stringContainsInOrder("WRONG  job", "no end after 1 s, at ",
                "may open connections to each other"));
        assertThat(outcome.status(), is(1));
    }

    @Test
    public void aTimeLimitThatIsNoNumberIsRefused() throws Exception {
        Processes.Outcome outcome = check(Map.of(), Programs.LAUNCHER, "--check", "-Drmi4mpi.check.s=long");
        assertThat(outcome.output(), containsString("-Drmi4mpi.check.s=long: expected a whole number of seconds"));
        assertThat(outcome.status(), is(2));
    }

    @Test
    public void aCheckRunsNoMain() throws Exception {
        Processes.Outcome outcome = check(Map.of(), Programs.LAUNCHER, "--check", "Main");
        assertThat(outcome.output(), containsString("--check starts ranks of its own: leave out Main"));
        assertThat(outcome.status(), not(0));
    }
}
