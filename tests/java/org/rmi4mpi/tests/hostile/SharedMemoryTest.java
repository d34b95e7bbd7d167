package org.rmi4mpi.tests.hostile;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.stringContainsInOrder;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.Assume;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/**
 * A node's /dev/shm is full, not writable, or different from that of the other ranks. The job continues without bells,
 * and says so once. Each job has its own /dev/shm by unshare. MPI's segments are elsewhere.
 */
@Deadline(HostileJob.SECONDS + 10)
@OneJdk
public class SharedMemoryTest {
    private static final String MISSING = "bytes of /dev/shm";
    private static final Map<String, String> ENVIRONMENT = Map.of("OMPI_MCA_btl_vader_backing_directory", "/tmp",
            "OMPI_MCA_btl_sm_backing_directory", "/tmp", "OMPI_ALLOW_RUN_AS_ROOT", "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", "OMPI_MCA_rmaps_base_oversubscribe", "1",
            "PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe");

    /** Runs a job of 3 ranks. This shell command makes the /dev/shm of its nodes. */
    private static HostileJob attack(String mount) throws Exception {
        return attack(mount, CallsAfterPauses.class);
    }

    private static HostileJob attack(String mount, Class<?> program) throws Exception {
        String job = HostileJob.ROOT.resolve("build/bin/rmi4mpirun") + " -n 3 -cp " + HostileJob.CLASSES + " "
                + program.getName();
        return run(List.of("unshare", "-m", "sh", "-ec", mount + "; exec " + job));
    }

    private static HostileJob run(List<String> command) throws Exception {
        Path javaHome = Path.of(System.getProperty("java.home"));
        Assume.assumeTrue("this user may mount", Processes.run(javaHome, HostileJob.SECONDS, Map.of(),
                List.of("unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/dev/shm")).status() == 0);
        return HostileJob.command(3, ENVIRONMENT, command);
    }

    /**
     * MPICH needs /dev/shm for its own memory, and does not start without it. It takes /tmp only if there is no
     * /dev/shm.
     */
    private static void mpiDoesWithout() {
        Assume.assumeFalse("MPICH needs /dev/shm itself", System.getenv().getOrDefault("MPIRUN", "").contains("mpich"));
    }

    private static void goesOnWithoutBells(HostileJob job, String reason) {
        job.allAnswered();
        assertThat(job.sum("served"), is(job.sum("made")));
        assertThat(job.output(), job.sum("failed"), is(0L));
        assertThat(job.output(), job.output().split(MISSING, -1).length, is(2));
        assertThat(job.output(), stringContainsInOrder("192 " + MISSING, reason));
        assertThat(job.output(), not(containsString("InternalError")));
    }

    @Test
    public void aFullOneIsDoneWithout() throws Exception {
        mpiDoesWithout();
        goesOnWithoutBells(attack("mount -t tmpfs -o size=64k tmpfs /dev/shm; cat /dev/zero > /dev/shm/full || true"),
                "No space left on device");
    }

    @Test
    public void windowsThatFindNoRoomAreDoneWithout() throws Exception {
        mpiDoesWithout();
        HostileJob job = attack("mount -t tmpfs -o size=256k tmpfs /dev/shm", WindowsWithoutSharedMemory.class);
        assertThat(job.output(), job.output().split("window of 1048576 bytes: true", -1).length, is(4));
        assertThat(job.output(), job.output().split("window of 8 bytes: true", -1).length, is(4));
    }

    @Test
    public void oneThatCannotBeWrittenToIsDoneWithout() throws Exception {
        mpiDoesWithout();
        goesOnWithoutBells(attack("mount -t tmpfs -o ro tmpfs /dev/shm"), "Read-only file system");
    }

    @Test
    public void oneThatIsMissingIsDoneWithout() throws Exception {
        goesOnWithoutBells(attack("mount -t tmpfs tmpfs /dev; mknod /dev/null c 1 3; mknod /dev/zero c 1 5;"
                + " mknod /dev/random c 1 8; mknod /dev/urandom c 1 9; mkdir /dev/pts; mknod /dev/ptmx c 5 2;"
                + " mount -t devpts -o newinstance,ptmxmode=0666 devpts /dev/pts"), "No such file or directory");
    }

    @Test
    public void oneThatARankHasForItselfLeavesTheOthersTheirs() throws Exception {
        mpiDoesWithout();
        List<String> java =
                List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-Drmi4mpi.ranks=all",
                        "-cp", HostileJob.CLASSES + ":" + HostileJob.ROOT.resolve("build/lib") + "/*",
                        CallsAfterPauses.class.getName());
        List<String> command = new ArrayList<>(List.of(System.getenv().getOrDefault("MPIRUN", "mpirun")));
        command.addAll(List.of("-n", "2"));
        command.addAll(java);
        command.addAll(List.of(":", "-n", "1", "unshare", "-m", "sh", "-ec",
                "mount -t tmpfs tmpfs /dev/shm; exec \"$@\"", "sh"));
        command.addAll(java);
        HostileJob job = run(command);
        goesOnWithoutBells(job, "No such file or directory");
        assertThat(job.output(), containsString("rank 2 of the Java ranks"));
    }
}
