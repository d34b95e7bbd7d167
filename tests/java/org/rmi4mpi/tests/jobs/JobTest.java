package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.stringContainsInOrder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.After;
import org.junit.Assume;
import org.junit.Before;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** Starts jobs as a user does, and tests the ways in which they end. */
@Deadline(90)
public class JobTest {
    private static final Path ROOT = Path.of("").toAbsolutePath();
    static final String CLASSES = ROOT.resolve("build/tests/rmi4mpi-tests.jar").toString();
    private static final String PROGRAM = "org.rmi4mpi.tests.programs.Misbehave";
    private static final Path JAVA_HOME = Programs.JAVA_HOME;
    private static final int SECONDS = 30;

    private Path folder;

    @Before
    public void makeFolder() throws IOException {
        folder = Files.createTempDirectory("rmi4mpi-job");
    }

    @After
    public void removeFolder() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static Processes.Outcome launch(Map<String, String> environment, String... arguments) throws Exception {
        return Processes.run(JAVA_HOME, SECONDS, environment, Programs.command(List.of(arguments)));
    }

    private static Processes.Outcome misbehave(int ranks, String how) throws Exception {
        return launch(Map.of(), "-n", "" + ranks, "-cp", CLASSES, PROGRAM, how);
    }

    private static void endedInTimeAndWithoutCrash(Processes.Outcome outcome) {
        assertThat("ended in time: " + outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), not(containsString("A fatal error has been detected")));
    }

    private static void failed(Processes.Outcome outcome) {
        endedInTimeAndWithoutCrash(outcome);
        assertThat(outcome.output(), outcome.status(), not(0));
    }

    @Test
    @InCheck
    public void argumentsAndPropertiesReachEveryRank() throws Exception {
        Processes.Outcome outcome = launch(Map.of(), "-n", "2", "-Dsome.property=a value", "-Xmx300m", "-cp", CLASSES,
                PROGRAM, "well", "two words", "-n", "");
        endedInTimeAndWithoutCrash(outcome);
        assertThat(outcome.output(), outcome.status(), is(0));
        String line = "args well|two words|-n| of a value heap 300";
        assertThat(outcome.output(), stringContainsInOrder(line, line));
        assertThat("MPI and the JVM have nothing to complain of", outcome.output().toLowerCase(Locale.ROOT),
                not(containsString("warn")));
    }

    @Test
    @OneJdk
    public void eachProgramOfTheCommandLineHasItsNumber() throws Exception {
        String program = "org.rmi4mpi.tests.programs.Applications";
        Processes.Outcome outcome = launch(Map.of(), "-n", "1", "-cp", CLASSES, program, ":", "-n", "2", "-cp", CLASSES,
                program);
        endedInTimeAndWithoutCrash(outcome);
        assertThat(outcome.output(), allOf(containsString("rank 0 is of program 0"),
                containsString("rank 1 is of program 1"), containsString("rank 2 is of program 1")));
    }

    @Test
    @OneJdk
    public void optionsAfterMpiReachMpirun() throws Exception {
        String[][] forms = {
            {"-n", "2", "--mpi", "-wdir", "/", "--", "-cp", CLASSES, PROGRAM, "well"},
            {"-n", "2", "--mpi", "-wdir /", "-cp", CLASSES, PROGRAM, "well"},
            {"--mpi=-wdir /", "-n", "2", "-cp", CLASSES, PROGRAM, "well"},
            {"-n", "2", "--mpi", "-wdir", "/", "-Dsome.property=1", "-cp", CLASSES, PROGRAM, "well"}
        };
        for (String[] form : forms) {
            Processes.Outcome outcome = launch(Map.of(), form);
            endedInTimeAndWithoutCrash(outcome);
            assertThat(outcome.output(), outcome.status(), is(0));
        }
        Processes.Outcome wrong = launch(Map.of(), "-n", "2", "--mpi", "-wdir /no/such/folder", "-cp", CLASSES, PROGRAM,
                "well");
        failed(wrong);
    }

    @Test
    @OneJdk
    public void eachRankGetsItsShareOfTheMemory() throws Exception {
        List<Integer> heaps = new ArrayList<>();
        for (int ranks : new int[] {1, 6}) {
            String output = misbehave(ranks, "well").output();
            heaps.add(Integer.parseInt(output.replaceAll("(?s).*heap ([0-9]+).*", "$1")));
        }
        assertThat(heaps.get(0), greaterThan(heaps.get(1)));
    }

    @Test
    public void anUncaughtExceptionPrintsRankHostAndStackAndEndsTheJob() throws Exception {
        for (int ranks = 1; ranks <= 3; ranks++) {
            Processes.Outcome outcome = misbehave(ranks, "throw");
            failed(outcome);
            assertThat(outcome.output(), stringContainsInOrder("rank " + (ranks - 1) + " of " + ranks + " on host",
                    "IllegalStateException: failed on purpose", "Misbehave.main"));
            assertThat("the program's frames alone", outcome.output(), not(containsString("reflect")));
            Programs.assertNoBox(outcome);
        }
    }

    @Test
    public void anExceptionThatCannotBePrintedIsTold() throws Exception {
        Processes.Outcome outcome = misbehave(2, "throw-unprintable");
        failed(outcome);
        assertThat(outcome.output(), stringContainsInOrder("rank 1 of 2 on host", "uncaught exception in main",
                "Misbehave$Unprintable, which cannot be printed", "Misbehave.main"));
    }

    @Test
    @InCheck
    public void anUncaughtExceptionBeforeInitDoes() throws Exception {
        Processes.Outcome outcome = misbehave(2, "before-init");
        failed(outcome);
        assertThat(outcome.output(), stringContainsInOrder("before MPI.Init", "on host", "failed before init"));
        Programs.assertNoBox(outcome);
    }

    /** Nobody but mpirun reports such an end. */
    @Test
    @OneJdk
    public void mpirunDescribesARankThatExitsBeforeInit() throws Exception {
        Processes.Outcome outcome = misbehave(2, "exit-before-init");
        failed(outcome);
        if (launch(Map.of(), "--version").output().contains("Open MPI")) {
            assertThat(outcome.output(), containsString("non-zero"));
        }
    }

    @Test
    @OneJdk
    public void callsBeforeInitAreRefused() throws Exception {
        Processes.Outcome outcome = misbehave(2, "early");
        endedInTimeAndWithoutCrash(outcome);
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), stringContainsInOrder("refused 0 less than all", "refused 0 less than all"));
    }

    @Test
    public void aRankThatExitsEarlyEndsTheJob() throws Exception {
        Processes.Outcome outcome = misbehave(3, "exit");
        failed(outcome);
        assertThat(outcome.output(), stringContainsInOrder("rank 2 of 3", "MPI.Finalize() was not called"));
        assertThat(outcome.output(), not(containsString("rank 1 of 3")));
    }

    @Test
    public void aRankThatExitsDuringFinalizeEndsTheJob() throws Exception {
        Processes.Outcome outcome = misbehave(2, "exit-in-finalize");
        failed(outcome);
        assertThat(outcome.output(), stringContainsInOrder("rank 1 of 2", "exits before MPI.Finalize() has returned"));
        assertThat(outcome.output(), not(containsString("was not called")));
    }

    @Test
    public void aMainThatReturnsWhileAnotherThreadFinalisesWaitsForThat() throws Exception {
        Processes.Outcome outcome = misbehave(2, "finalize-elsewhere");
        endedInTimeAndWithoutCrash(outcome);
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), not(containsString("without MPI.Finalize")));
    }

    @Test
    public void mpiIsFinalisedWhereMainReturnsWithoutIt() throws Exception {
        Processes.Outcome outcome = misbehave(3, "return");
        assertThat(outcome.output(), outcome.status(), is(0));
        for (int rank = 0; rank < 3; rank++) {
            assertThat(outcome.output(), containsString("rank " + rank + " has met the others"));
        }
    }

    @Test
    @OneJdk
    public void aRankThatIsKilledEndsTheJob() throws Exception {
        failed(misbehave(2, "kill"));
    }

    @Test
    @OneJdk
    public void abortEndsTheJobWithItsCode() throws Exception {
        Processes.Outcome outcome = misbehave(2, "abort");
        failed(outcome);
        assertThat(outcome.output(), outcome.status(), is(7));
        assertThat(outcome.output(), containsString("rank 1 of 2 on host"));
        assertThat(outcome.output(), containsString("has called Abort(7); the job ends"));
    }

    @Test
    @InCheck
    @OneJdk
    public void theStatusOfARankIsThatOfTheJob() throws Exception {
        Processes.Outcome outcome = misbehave(2, "exit-after");
        failed(outcome);
        assertThat(outcome.output(), outcome.status(), is(3));
    }

    @Test
    public void aCallAfterFinalizeIsRefused() throws Exception {
        Processes.Outcome outcome = misbehave(2, "late");
        failed(outcome);
        assertThat(outcome.output(), stringContainsInOrder("Barrier", "MPI has been finalised"));
        assertThat(outcome.output(), stringContainsInOrder("still known: rank ", " of 2 on ", ", true"));
    }

    @Test
    public void aThreadThatStillReceivesIsToldOfTheEnd() throws Exception {
        Processes.Outcome outcome = misbehave(2, "receiving");
        endedInTimeAndWithoutCrash(outcome);
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), stringContainsInOrder(
                "receiver got Recv: MPI has been finalised", "receiver got Recv: MPI has been finalised"));
    }

    @Test
    public void operationsThatArePendingDoNotKeepTheJob() throws Exception {
        Processes.Outcome outcome = misbehave(2, "pending");
        endedInTimeAndWithoutCrash(outcome);
        assertThat(outcome.output(), outcome.status(), is(0));
        for (String line : List.of("refused 0 less than all", "future got Irecv: MPI has been finalised")) {
            assertThat(outcome.output(), stringContainsInOrder(line, line));
        }
    }

    @Test
    @OneJdk
    public void aMethodThatNeverReturnsDoesNotKeepTheJob() throws Exception {
        Processes.Outcome outcome = misbehave(3, "parked");
        endedInTimeAndWithoutCrash(outcome);
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), stringContainsInOrder("caller got ConnectException",
                "caller got ConnectException"));
    }

    @Test
    @InCheck
    @OneJdk
    public void plainMpirunWorks() throws Exception {
        String mpirun = System.getenv().getOrDefault("MPIRUN", "mpirun");
        Map<String, String> root = Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        String java = JAVA_HOME.resolve("bin/java").toString();
        String classPath = CLASSES + ":" + ROOT.resolve("build/lib") + "/*";
        Processes.Outcome well = Processes.run(JAVA_HOME, SECONDS, root,
                List.of(mpirun, "-n", "2", java, "-cp", classPath, PROGRAM, "well"));
        endedInTimeAndWithoutCrash(well);
        assertThat(well.output(), well.status(), is(0));
        Processes.Outcome thrown = Processes.run(JAVA_HOME, SECONDS, root,
                List.of(mpirun, "-n", "2", java, "-cp", classPath, PROGRAM, "throw"));
        failed(thrown);
        assertThat(thrown.output(), stringContainsInOrder("rank 1 of 2 on host", "failed on purpose"));
    }

    @Test
    @OneJdk
    public void messagesNeedOneJarAlone() throws Exception {
        String mpirun = System.getenv().getOrDefault("MPIRUN", "mpirun");
        Map<String, String> root = Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        String java = JAVA_HOME.resolve("bin/java").toString();
        String classPath = CLASSES + ":" + ROOT.resolve("build/lib/rmi4mpi-mpi.jar");
        Processes.Outcome outcome = Processes.run(JAVA_HOME, SECONDS, root,
                List.of(mpirun, "-n", "2", java, "-cp", classPath, "org.rmi4mpi.tests.programs.MessagesAlone"));
        endedInTimeAndWithoutCrash(outcome);
        assertThat(outcome.output(), allOf(containsString("rank 0 got [root's, 1]"),
                containsString("rank 1 got [root's, 1]")));
    }

    @Test
    @OneJdk
    public void theMpirunOfAnotherMpiIsNamed() throws Exception {
        String own = System.getenv().getOrDefault("MPIRUN", "mpirun");
        String other = own.contains("mpich") ? "mpirun.openmpi" : "mpirun.mpich";
        Assume.assumeTrue("no other MPI here", Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(bin -> Files.isExecutable(Path.of(bin, other))));
        Processes.Outcome outcome =
                launch(Map.of("MPIRUN", other), "-n", "2", "-cp", CLASSES, PROGRAM, "well");
        failed(outcome);
        assertThat(outcome.output(), stringContainsInOrder("was started by the mpirun of",
                "the bridge was built with"));
    }

    @Test
    @OneJdk
    public void aMissingMpirunOrLibraryIsNamed() throws Exception {
        Processes.Outcome mpirun =
                launch(Map.of("MPIRUN", "/no/such/mpirun"), "-n", "2", "-cp", CLASSES, PROGRAM, "well");
        failed(mpirun);
        assertThat(mpirun.output(), allOf(containsString("/no/such/mpirun"), containsString("install")));

        try (Stream<Path> jars = Files.list(ROOT.resolve("build/lib"))) {
            for (Path jar : jars.filter(file -> file.toString().endsWith(".jar")).toList()) {
                Files.copy(jar, folder.resolve(jar.getFileName()));
            }
        }
        List<String> command = List.of(JAVA_HOME.resolve("bin/java").toString(), "-cp", CLASSES + ":" + folder + "/*",
                PROGRAM, "well");
        Processes.Outcome missing = Processes.run(JAVA_HOME, SECONDS, Map.of(), command);
        failed(missing);
        assertThat(missing.output(), stringContainsInOrder("librmi4mpi.so could not be loaded",
                "keep it in the folder"));
    }

    @Test
    @OneJdk
    public void wrongCommandsAreExplained() throws Exception {
        String[][] wrong = {
            {"-n", "0", "-cp", CLASSES, PROGRAM}, {"-n", "", "-cp", CLASSES, PROGRAM}, {"-n", "two", "-cp", CLASSES,
                PROGRAM},
            {"-n"}, {"-n", "2"},
            {"-n", "2", "-jar", "/no/such.jar"}, {"-n", "2", "-cp"}
        };
        for (String[] arguments : wrong) {
            Processes.Outcome outcome = launch(Map.of(), arguments);
            failed(outcome);
            assertThat(outcome.output(), containsString("rmi4mpirun: "));
        }
        Processes.Outcome noClass = launch(Map.of(), "-n", "1", "-cp", CLASSES, "no.such.Main");
        failed(noClass);
        assertThat(noClass.output(), containsString("no class no.such.Main"));
        Processes.Outcome option =
                launch(Map.of(), "-n", "1", "-Drmi4mpi.polls=many", "-cp", CLASSES, PROGRAM, "well");
        failed(option);
        assertThat(option.output(), containsString("-Drmi4mpi.polls=many: expected"));
    }

    @Test
    @InCheck
    @OneJdk
    public void helpTeaches() throws Exception {
        Processes.Outcome outcome = launch(Map.of(), "--help");
        assertThat(outcome.status(), is(0));
        assertThat(outcome.output(), stringContainsInOrder("-n N", "--mpi", "-Drmi4mpi.polls"));
        assertThat(launch(Map.of(), "--version").output(), containsString("built with"));
        String classPath = launch(Map.of(), "--jars").output().strip();
        assertThat(Path.of(classPath.replace("/*", "")).resolve("rmi4mpi-mpi.jar").toFile().exists(), is(true));
    }

    /** Where Open MPI cannot read the other rank's memory, as in many containers, a large message goes in small parts. */
    @Test
    @OneJdk
    public void theLateSideOfALargeMessageFindsTheOtherAwake() throws Exception {
        Processes.Outcome outcome = launch(Map.of("OMPI_MCA_btl_vader_single_copy_mechanism", "none", "OMPI_MCA_smsc",
                "^cma,knem,xpmem"), "-n", "2", "-cp", CLASSES, "org.rmi4mpi.tests.programs.LateReceiver");
        endedInTimeAndWithoutCrash(outcome);
        assertThat(outcome.output(), outcome.status(), is(0));
    }

    /** A class starts where {@code java} starts it, and prints the same. */
    @Test
    public void mainsHaveTheShapesThatTheJvmsLauncherTakes() throws Exception {
        for (String shape : List.of("OfInstance", "WithArguments", "StaticAlone", "Both", "Inherited", "OfInterface",
                "PrivateConstructor", "Abstract", "Inner", "PrivateMain", "WithResult", "Thrower")) {
            List<String> words = List.of("-cp", CLASSES, "org.rmi4mpi.tests.programs.MainShapes$" + shape, "1", "2");
            List<String> java = new ArrayList<>(List.of(Programs.JAVA_HOME.resolve("bin/java").toString()));
            java.addAll(words);
            Processes.Outcome right = Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), java);
            List<String> job = new ArrayList<>(List.of("-n", "1"));
            job.addAll(words);
            Processes.Outcome outcome =
                    Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), Programs.command(job));
            assertThat(shape + ": " + outcome.output(), outcome.status() == 0, is(right.status() == 0));
            if (right.status() == 0) {
                assertThat(outcome.output(), containsString(right.output()));
            }
        }
    }
}
