package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.stringContainsInOrder;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.JdkTools;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** Classes travel from ranks that have them to ranks that lack them. */
@Deadline(120)
public class ShareTest {
    private static final int SECONDS = 60;
    private static final String TESTS = Path.of("build/tests/rmi4mpi-tests.jar").toAbsolutePath().toString();
    private static final String PROGRAMS = "org.rmi4mpi.tests.programs.";

    /** Its java stands for the JVM of hosts that lack every file with "rank0" in its name, unless the rank is 0. */
    private static Path hosts;

    @BeforeClass
    public static void makeHosts() throws Exception {
        hosts = Files.createTempDirectory("rmi4mpi-hosts");
        Path java = Files.createDirectories(hosts.resolve("bin")).resolve("java");
        Files.writeString(java, """
                #!/bin/bash
                case " $* " in *ArchiveClassesAtExit*) exit 1 ;; esac
                [ "${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}" = 0 ] || set -- "${@//rank0/nowhere}"
                exec JAVA "$@"
                """.replace("JAVA", Programs.JAVA_HOME.resolve("bin/java").toString()));
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        for (Path jar : new Path[] {Path.of(TESTS), Path.of("build/tests/rmi/rmi4mpi-rmi-programs.jar"),
            Path.of("build/examples/rmi4mpi-examples.jar")}) {
            Files.copy(jar, hosts.resolve("rank0-" + jar.getFileName()));
        }
    }

    @AfterClass
    public static void deleteHosts() throws Exception {
        try (Stream<Path> all = Files.walk(hosts)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private static Processes.Outcome run(Path javaHome, String... words) throws Exception {
        return Processes.run(javaHome, SECONDS, Map.of("MALLOC_ARENA_MAX", "2"),
                Programs.command(new ArrayList<>(Arrays.asList(words))));
    }

    private static String succeeded(Processes.Outcome outcome) {
        assertThat(outcome.output(), outcome.status(), is(0));
        return outcome.output();
    }

    @Test
    @InCheck
    public void ranksWithoutTheProgramRunItAndTakeClassesMadeAtRunTime() throws Exception {
        JdkTools.compiler(); // the program compiles, and has a JShell
        String output = succeeded(run(Programs.JAVA_HOME, "-n", "1", "--share-classes", "-cp", TESTS,
                PROGRAMS + "Travelling", ":", "-n", "1", "-cp", "/nonexistent", PROGRAMS + "Travelling", ":", "-n", "1",
                "-cp", anotherVersion().toString(), PROGRAMS + "Travelling"));
        List<String> expected = new ArrayList<>(List.of("rank 0: main in the class path", "rank 1: main in rank0",
                "rank 2: main in rank0", "rank 0: together []",
                "rank 0: failing java.lang.IllegalStateException: no initial value at rank 1",
                "rank 0: received version of rank 0, version of rank 2",
                "rank 0: nowhere java.lang.ClassNotFoundException: plugin.Plugin$Handler: rank 1 lacks this class, and"
                        + " rank 0, which was asked, has none to give: its loader there, ",
                "has defined it, and does not give its class file by getResourceAsStream; add it to the class path",
                "-> \"shell Answer[number=41] of true\""));
        for (int rank = 0; rank < 3; rank++) {
            expected.add("rank " + rank + ": message 2 Point[x=3, shape=FLAT]");
            expected.add("rank " + rank + ": plugins [12 proxy of version 10 resource 10, 22 proxy of version 20"
                    + " resource 20]");
            for (int other = 0; other < 3; other++) {
                expected.add("rank " + rank + ": result [captured by rank " + rank + ", 2 Point[x=3, shape=FLAT], "
                        + other + ", true]");
            }
        }
        expected.forEach(each -> assertThat(output, containsString(each)));
    }

    /** A class path with a class of the program in another version. */
    private static Path anotherVersion() throws Exception {
        String file = (PROGRAMS + "Travelling$Version").replace('.', '/') + ".class";
        Path made = hosts.resolve("version").resolve(file);
        Files.createDirectories(made.getParent());
        try (InputStream in = ShareTest.class.getClassLoader().getResourceAsStream(file)) {
            String first = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            Files.writeString(made, first.replace("version of rank 0", "version of rank 2"),
                    StandardCharsets.ISO_8859_1);
        }
        return hosts.resolve("version");
    }

    @Test
    @OneJdk
    public void whatIsTypedInTheShellRunsAtAllRanks() throws Exception {
        JdkTools.compiler();
        Path input = Files.createTempDirectory("rmi4mpi-shell");
        Files.writeString(input.resolve("rank-0.txt"), """
                interface Adding extends Remote { int add(int a, int b) throws RemoteException; }
                class Adder extends UnicastRemoteObject implements Adding {
                    Adder() throws RemoteException {}
                    public int add(int a, int b) { return a + b; }
                }
                list()
                Ranks.at(1).call(() -> { Naming.rebind("//rank0/adder", new Adder()); return 0; })
                list()
                Adding adder = lookup("adder")
                adder.add(1000, 337)
                record Part(int rank, long square) implements java.io.Serializable {}
                long square(long i) { return i * i; }
                Ranks.at(2).call(() -> new Part(Ranks.own(), square(Ranks.own() + 10)))
                /exit
                """);
        try {
            String output = succeeded(run(Programs.JAVA_HOME, "--shell", "-n", "3", "--stdin", input.toString()));
            assertThat(output, stringContainsInOrder("no rank has bound a name yet", "adder  REPL.", ".Adding", "1337",
                    "Part[rank=2, square=144]"));
            assertThat(run(Programs.JAVA_HOME, "--shell", "-n", "3", "Main").output(),
                    containsString("--shell has no main class: leave Main out"));
        } finally {
            Files.delete(input.resolve("rank-0.txt"));
            Files.delete(input);
        }
    }

    @Test
    @OneJdk
    public void programsOfEachKindRunFromTheClassPathOfRank0() throws Exception {
        String rmi = hosts.resolve("rank0-rmi4mpi-rmi-programs.jar").toString();
        String examples = hosts.resolve("rank0-rmi4mpi-examples.jar").toString();
        assertThat(succeeded(run(hosts, "--rmi", "--share-classes", "-n", "1", "-cp", rmi, "compute.ComputeClient",
                "localhost", "45", ":", "-n", "1", "compute.ComputeEngine")),
                allOf(containsString("ComputeEngine bound"), containsString("lambda of 0 at 1")));
        assertThat(succeeded(run(hosts, "--jpvm", "--share-classes", "-n", "3", "-cp", examples, "e11_workers.Primes")),
                containsString("primes"));
    }

    @Test
    @OneJdk
    public void whatARankTakesIsBounded() throws Exception {
        String tests = hosts.resolve("rank0-rmi4mpi-tests.jar").toString();
        Processes.Outcome none = run(hosts, "-n", "2", "--share-classes", "-Drmi4mpi.classes.mib=0", "-cp", tests,
                PROGRAMS + "Travelling");
        assertThat(none.output(), allOf(containsString(PROGRAMS + "Travelling of rank 0 has "),
                containsString(" bytes, and rank 1 has taken 0 of 0 bytes from others: raise -Drmi4mpi.classes.mib")));
        Processes.Outcome few = run(Programs.JAVA_HOME, "-n", "1", "--share-classes", "-Drmi4mpi.classes.most=3",
                "-cp",
                TESTS, PROGRAMS + "Travelling", ":", "-n", "1", "-Drmi4mpi.classes.most=3", "-cp", "/nonexistent",
                PROGRAMS + "Travelling");
        assertThat(few.output(),
                containsString("has taken 3 classes from others, the limit: raise -Drmi4mpi.classes.most"));
    }

    @Test
    @OneJdk
    public void aMainClassThatNoRankHasIsToldByRank0() throws Exception {
        Processes.Outcome outcome = run(hosts, "-n", "2", "--share-classes", "-cp", TESTS, "No");
        assertThat(outcome.output(), containsString("there is no class No on the class path"));
    }
}
