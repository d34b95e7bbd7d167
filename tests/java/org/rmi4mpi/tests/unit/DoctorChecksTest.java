package org.rmi4mpi.tests.unit;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.stringContainsInOrder;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.rmi4mpi.doctor.AddressSpaceCheck;
import org.rmi4mpi.doctor.BindingCheck;
import org.rmi4mpi.doctor.BridgeCheck;
import org.rmi4mpi.doctor.ClockCheck;
import org.rmi4mpi.doctor.Finding;
import org.rmi4mpi.doctor.FindingTable;
import org.rmi4mpi.doctor.HeapCheck;
import org.rmi4mpi.doctor.JavaCheck;
import org.rmi4mpi.doctor.LauncherCheck;
import org.rmi4mpi.doctor.LoadedMpiCheck;
import org.rmi4mpi.doctor.LockedMemoryCheck;
import org.rmi4mpi.doctor.OpenFilesCheck;
import org.rmi4mpi.doctor.OpenPorts;
import org.rmi4mpi.doctor.PortsCheck;
import org.rmi4mpi.doctor.ProcessLimits;
import org.rmi4mpi.doctor.ProcessStatus;
import org.rmi4mpi.doctor.RoundTripCheck;
import org.rmi4mpi.doctor.SharedMemoryCheck;
import org.rmi4mpi.doctor.SignalsCheck;
import org.rmi4mpi.doctor.ThreadsCheck;

/** Each check of the doctor passes good values and finds bad ones. */
public class DoctorChecksTest {
    private static final String OPEN_MPI = "Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4";
    private static final String MPICH = "MPICH Version: 4.0.2";
    private static final ProcessLimits LIMITS = new ProcessLimits("""
            Limit                     Soft Limit           Hard Limit           Units
            Max processes             unlimited            unlimited            processes
            Max open files            1024                 1048576              files
            Max locked memory         8388608              8388608              bytes
            """);

    private static void well(Finding finding) {
        assertThat(finding.toString(), finding.isWrong(), is(false));
    }

    private static void wrong(String found, Finding finding) {
        assertThat(finding.toString(), finding.isWrong(), is(true));
        assertThat(finding.found(), containsString(found));
    }

    private static ProcessStatus status(String cores, String ignored, String caught) {
        return new ProcessStatus("Name:\tjava\nSigIgn:\t" + ignored + "\nSigCgt:\t" + caught + "\nCpus_allowed_list:\t"
                + cores + "\n");
    }

    @Test
    public void javaIsNewEnough() {
        well(JavaCheck.look("n1", 17, "/jdk"));
        wrong("older than 17", JavaCheck.look("n1", 11, "/jdk"));
    }

    @Test
    public void theBridgeIsThere() throws IOException {
        well(BridgeCheck.look("n1", Path.of("build/lib")));
        Path empty = Files.createTempDirectory("rmi4mpi-doctor");
        wrong("no librmi4mpi.so, librmi4mpi-guard.so", BridgeCheck.look("n1", empty));
        Files.delete(empty);
    }

    @Test
    public void theLauncherIsOfTheMpiOfTheBridge() {
        well(LauncherCheck.look("n1", "mpirun", "mpirun (Open MPI) 4.1.4", OPEN_MPI));
        well(LauncherCheck.look("n1", "mpirun", "HYDRA build details:\n    Version:    4.0.2", MPICH));
        well(LauncherCheck.look("n1", "/usr/bin/srun", "MPI plugin types are...\n\tpmix\n\tpmi2", OPEN_MPI));
        well(LauncherCheck.look("n1", "mpirun", "HYDRA build details:\n    Version:    4.3.2",
                "=== ParaStation MPI 5.14.0-1 ==="));
        wrong("of Open MPI 4.1.4", LauncherCheck.look("n1", "mpirun", "mpirun (Open MPI) 4.1.4",
                "=== ParaStation MPI 5.14.0-1 ==="));
        wrong("cannot be run", LauncherCheck.look("n1", "mpirun", null, OPEN_MPI));
        wrong("of MPICH 4.0.2, and the bridge was built with Open MPI 4.1.4",
                LauncherCheck.look("n1", "mpirun", "HYDRA build details:\n    Version:    4.0.2", OPEN_MPI));
        wrong("of Open MPI 5.0.1", LauncherCheck.look("n1", "mpirun", "mpirun (Open MPI) 5.0.1", OPEN_MPI));
        wrong("srun has no pmix", LauncherCheck.look("n1", "srun", "MPI plugin types are...\n\tpmi2", OPEN_MPI));
    }

    @Test
    public void theMpiThatIsLoadedIsThatOfTheBridge() {
        well(LoadedMpiCheck.look("n1", OPEN_MPI, OPEN_MPI));
        wrong("v5", LoadedMpiCheck.look("n1", OPEN_MPI, "Open MPI v5"));
    }

    @Test
    public void limitsLeaveRoomForTheRanks() {
        well(OpenFilesCheck.look("n1", LIMITS, 300));
        wrong("1024 open files for a rank < ", OpenFilesCheck.look("n1", LIMITS, 1000));
        well(ThreadsCheck.look("n1", LIMITS, "max\n", 64));
        well(ThreadsCheck.look("n1", LIMITS, "", 64));
        wrong("500 threads for 64 ranks", ThreadsCheck.look("n1", LIMITS, "500\n", 64));
        wrong("900 threads",
                ThreadsCheck.look("n1", new ProcessLimits("Max processes   900   900   processes"), "max", 64));
        well(AddressSpaceCheck.look("n1", LIMITS, 64L << 30));
        ProcessLimits tight = new ProcessLimits("Max address space   8589934592   8589934592   bytes");
        well(AddressSpaceCheck.look("n1", tight, 4L << 30));
        wrong("8192 MiB of virtual memory for a rank whose heap may grow to 6144 MiB < 9216 MiB",
                AddressSpaceCheck.look("n1", tight, 6L << 30));
        well(LockedMemoryCheck.look("n1", LIMITS, false));
        well(LockedMemoryCheck.look("n1", new ProcessLimits("Max locked memory  unlimited unlimited bytes"), true));
        wrong("8192 KiB, and an InfiniBand device", LockedMemoryCheck.look("n1", LIMITS, true));
        well(SharedMemoryCheck.look("n1", 64L << 20, 2));
        wrong("64 MiB free in /dev/shm < 80 MiB", SharedMemoryCheck.look("n1", 64L << 20, 4));
        wrong("no /dev/shm", SharedMemoryCheck.look("n1", -1, 1));
    }

    @Test
    public void theHeapsOfANodeFitIntoItsMemory() {
        well(HeapCheck.look("n1", 4L << 30, 16L << 30, 4));
        well(HeapCheck.look("n1", 16L << 30, 16L << 30, 1));
        Finding finding = HeapCheck.look("n1", 4L << 30, 16L << 30, 5);
        wrong("4096 MiB for each of 5 ranks: 20480 MiB > 16384 MiB", finding);
        assertThat(finding.remedy(), containsString("-Xmx2457m"));
    }

    @Test
    public void aRankHasSeveralCores() {
        well(BindingCheck.look("n1", 3, status("0-63", "0", "0"), 64));
        well(BindingCheck.look("n1", 3, status("0,32", "0", "0"), 64));
        well(BindingCheck.look("n1", 3, status("0", "0", "0"), 1));
        wrong("rank 3 may use 1 of 64 cores", BindingCheck.look("n1", 3, status("17", "0", "0"), 64));
    }

    /** The sets of signals are as Linux prints them: SIGUSR1 is 0x200, SIGSEGV 0x400, SIGTERM 0x4000. */
    @Test
    public void signalsReachTheJvm() {
        well(SignalsCheck.look("n1", status("0", "0000000000001000", "2000000181005ccf")));
        wrong("the JVM needs SIGSEGV, and has no handler",
                SignalsCheck.look("n1", status("0", "0", "0000000000004000")));
        wrong("SIGTERM is ignored", SignalsCheck.look("n1", status("0", "0000000000004000", "0000000000000400")));
        wrong("SIGUSR1 is ignored", SignalsCheck.look("n1", status("0", "0000000000000200", "0000000000004400")));
        wrong("SIGTERM ends a rank at once", SignalsCheck.look("n1", status("0", "0", "0000000000000400")));
    }

    @Test
    public void portsAreToldByWhoReachesThem() throws Exception {
        well(PortsCheck.look("n1", Map.of("rank 0", List.of())));
        try (ServerSocket all = new ServerSocket(0);
                ServerSocket near = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                DatagramSocket datagrams = new DatagramSocket(0)) {
            List<OpenPorts.Port> own = OpenPorts.of(ProcessHandle.current().pid()).stream()
                    .filter(port -> List.of(all.getLocalPort(), near.getLocalPort(), datagrams.getLocalPort())
                            .contains(port.address().getPort()))
                    .toList();
            assertThat(own.toString(), own.size(), is(3));
            String found = PortsCheck.look("n1", Map.of("rank 0", own)).found();
            assertThat(found, stringContainsInOrder("other hosts reach", "of rank 0; this host alone reaches ",
                    "127.0.0.1:" + near.getLocalPort() + " of rank 0"));
            assertThat(found, containsString("[::]:" + all.getLocalPort()));
            assertThat(found, containsString("[::]:" + datagrams.getLocalPort() + "/udp"));
        }
    }

    @Test
    public void clocksAgree() {
        well(ClockCheck.look("n2", -3_000_000, 10_000));
        well(ClockCheck.look("n2", 2_000_000_000L, 1_900_000_000L));
        wrong("-2000.0 ms", ClockCheck.look("n2", -2_000_000_000L, 10_000));
    }

    @Test
    public void messagesAreFastEnough() {
        well(RoundTripCheck.look("n1 - n2", 20, 900));
        wrong("8000.0 us for 8 bytes", RoundTripCheck.look("n1 - n2", 8_000, 900));
        wrong("100,000 us for 1 MiB", RoundTripCheck.look("n1 - n2", 20, 100_000));
    }

    @Test
    public void theTableMergesHostsAndNamesTheRemedy() {
        String table = FindingTable.of(List.of(Finding.well("java", "n1", "17"), Finding.well("java", "n2", "17"),
                Finding.wrong("clock", "n2", "late", "set it")));
        assertThat(table, stringContainsInOrder("ok     java   n1, n2  17", "WRONG  clock  n2      late", "-> set it",
                "1 thing is wrong"));
    }
}
