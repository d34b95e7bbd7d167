package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.Assume;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** A job on one host listens to nothing but the loopback; one that may have other hosts stays as its MPI makes it. */
@Deadline(90)
@OneJdk
public class NetworkTest {
    private static final int SECONDS = 30;
    /** A program of the system in place of mpirun. A script could hide hosts. */
    private static final Map<String, String> ANY_MPIRUN = Map.of("MPIRUN", "/bin/true");

    /** For files of hosts. */
    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private static List<String> ports(String owner, String output) {
        return output.lines()
                .filter(line -> line.startsWith("of " + owner))
                .map(line -> line.substring(line.lastIndexOf(": ") + 2))
                .toList();
    }

    private static String listening(String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("-n", "2"));
        words.addAll(List.of(options));
        words.addAll(List.of("-cp", JobTest.CLASSES + ":" + Path.of("build/lib/rmi4mpi-doctor.jar").toAbsolutePath(),
                "org.rmi4mpi.tests.programs.Listening"));
        Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), Programs.command(words));
        assertThat(outcome.output(), outcome.status(), is(0));
        return outcome.output();
    }

    private static List<String> ofNetwork(List<String> ports) {
        return ports.stream().filter(port -> !port.startsWith("127.") && !port.startsWith("[::1]")).toList();
    }

    /** The stand-ins of other tests are scripts, and some sites' mpirun is one. */
    private static void assumeKnownMpirun() throws Exception {
        Assume.assumeThat("this mpirun may have other hosts", dryRun(Map.of()), containsString("RMI4MPI_LOOPBACK"));
    }

    @Test
    @InCheck
    public void ranksAndMpirunOfOneHostListenToTheLoopbackAlone() throws Exception {
        assumeKnownMpirun();
        String output = listening();
        assertThat("a program's own sockets are its own", ports("the program", output),
                everyItem(startsWith("[::]:")));
        List<String> others = output.lines()
                .filter(line -> line.startsWith("of ") && !line.startsWith("of the program"))
                .map(line -> line.substring(line.lastIndexOf(": ") + 2))
                .toList();
        assertThat(output, others, not(empty()));
        assertThat(output, ofNetwork(others), empty());
    }

    @Test
    public void anInterfaceThatTheUserNamesIsTaken() throws Exception {
        assumeKnownMpirun();
        Assume.assumeThat("an option of Open MPI", Files.readString(Path.of("build/lib/rmi4mpi.conf")),
                containsString("Open MPI"));
        String output = listening("--mpi", "--mca", "btl_tcp_if_exclude", "lo", "--");
        assertThat(output, ofNetwork(ports("MPI", output)), not(empty()));
    }

    private static String dryRun(Map<String, String> environment, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("--dry-run", "-n", "2"));
        words.addAll(List.of(options));
        words.add("Main");
        return Processes.run(Programs.JAVA_HOME, SECONDS, environment, Programs.command(words)).output();
    }

    private static void stays(String... options) throws Exception {
        assertThat(dryRun(ANY_MPIRUN, options), containsString("RMI4MPI_LOOPBACK=1"));
    }

    private static void leaves(Map<String, String> environment, String... options) throws Exception {
        String command = dryRun(environment, options);
        assertThat(command, not(containsString("RMI4MPI_LOOPBACK")));
        assertThat(command, not(containsString("=lo ")));
    }

    private static Map<String, String> anyMpirun(String... namesAndValues) {
        Map<String, String> all = new HashMap<>(ANY_MPIRUN);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            all.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return all;
    }

    @Test
    @InCheck
    public void namesOfThisHostAreThisHost() throws Exception {
        String here = InetAddress.getLocalHost().getHostName();
        stays();
        stays("--mpi", "--host", "localhost:2," + here, "--");
        stays("--mpi", "-hosts", "127.0.0.1:2", "--");
        stays("--mpi", "--mca", "btl", "self,tcp", "--");
    }

    @Test
    public void otherHostsAndNetworksOfTheUserStand() throws Exception {
        leaves(ANY_MPIRUN, "--mpi", "--host", "localhost,node1:2", "--");
        leaves(ANY_MPIRUN, "--mpi", "-H", "node1", "--");
        leaves(ANY_MPIRUN, "--mpi", "--hostfile", "hosts", "--");
        leaves(ANY_MPIRUN, "--mpi", "-f", "hosts", "--");
        leaves(ANY_MPIRUN, "--mpi", "--mca btl_tcp_if_include eth0");
        leaves(ANY_MPIRUN, "--mpi", "--ompi-server", "file:uri", "--");
        leaves(ANY_MPIRUN, "-cp", "x", "Main", ":", "-n", "1", "--mpi", "--host", "node1", "--");
        leaves(anyMpirun("OMPI_MCA_orte_default_hostfile", "hosts"));
        leaves(anyMpirun("PRTE_MCA_prte_default_hostfile", "hosts"));
        leaves(anyMpirun("HYDRA_HOST_FILE", "hosts"));
        leaves(anyMpirun("OMPI_MCA_btl_tcp_if_exclude", "eth1"));
    }

    @Test
    public void aSitesFileOfHostsStands() throws Exception {
        Path parameters = folder.newFolder(".openmpi").toPath().resolve("mca-params.conf");
        Files.writeString(parameters, "# a comment\nbtl_tcp_if_include = eth0\n");
        Map<String, String> home = anyMpirun("HOME", folder.getRoot().toString());
        assertThat(dryRun(home), containsString("RMI4MPI_LOOPBACK=1"));
        Files.writeString(parameters, " orte_default_hostfile = /etc/hosts.mpi\n");
        leaves(home);
    }

    @Test
    public void theNodesOfASchedulerStand() throws Exception {
        String here = InetAddress.getLocalHost().getHostName();
        Path nodes = folder.newFile("nodes").toPath();
        Map<String, String> pbs = anyMpirun("PBS_JOBID", "12", "PBS_NODEFILE", nodes.toString());
        Files.writeString(nodes, here + "\n" + here + "\n");
        assertThat(dryRun(pbs), containsString("RMI4MPI_LOOPBACK=1"));
        Files.writeString(nodes, "node1\nnode1\n");
        leaves(pbs);
        Files.writeString(nodes, here + "\nnode1\n");
        leaves(pbs);
    }

    @Test
    public void anMpirunThatIsAScriptMayHaveOtherHosts() throws Exception {
        Path mpirun = folder.newFile("mpirun").toPath();
        Files.writeString(mpirun, "#!/bin/sh\n");
        assertThat(mpirun.toFile().setExecutable(true), is(true));
        leaves(Map.of("MPIRUN", mpirun.toString()));
    }

    /** A rank that starts a job has the settings of its own job in its environment. */
    @Test
    public void aJobOfARankDecidesForItself() throws Exception {
        Map<String, String> ofRank = anyMpirun("RMI4MPI_LOOPBACK", "1", "OMPI_MCA_btl_tcp_if_include", "lo",
                "HYDRA_IFACE", "lo");
        assertThat(dryRun(ofRank), containsString("OMPI_MCA_btl_tcp_if_include=lo"));
        leaves(ofRank, "--mpi", "--host", "node1", "--");
    }
}
