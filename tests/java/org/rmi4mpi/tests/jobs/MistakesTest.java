package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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

/** Beginners' mistakes: for each, one line names the cause and the remedy. */
@Deadline(90)
@OneJdk
public class MistakesTest {
    private static final int SECONDS = 30;
    private static final String PROGRAM = "org.rmi4mpi.tests.programs.Mistakes";
    private static final String WELL = "org.rmi4mpi.tests.programs.Misbehave";

    private Path folder;

    @Before
    public void makeFolder() throws IOException {
        folder = Files.createTempDirectory("rmi4mpi-mistakes");
    }

    @After
    public void removeFolder() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static Processes.Outcome run(Map<String, String> environment, List<String> command) throws Exception {
        Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, SECONDS, environment, command);
        assertThat("ended in time: " + outcome.output(), outcome.inTime(), is(true));
        return outcome;
    }

    private static String ends(int status, String... words) throws Exception {
        Processes.Outcome outcome = run(Map.of(), Programs.command(List.of(words)));
        assertThat(outcome.output(), outcome.status(), is(status));
        return outcome.output();
    }

    private static long linesWith(String text, String output) {
        return output.lines().filter(line -> line.contains(text)).count();
    }

    @Test
    public void anErrorEndsTheJobWhereTheErrorHandlerIsFatal() throws Exception {
        Map<String, String> messages = Map.of(
                "send", "send: dest = 5, expected a rank from 0 to 1 or MPI.PROC_NULL",
                "recv", "recv: offset 0 + count 2 > length 1 of buf",
                "waitAll", "iRecv: ",
                "bSend", "bSend: 0 bytes in use + 1048576 of the message > 65536");
        for (Map.Entry<String, String> message : messages.entrySet()) {
            String output = ends(1, "-n", "2", "-cp", JobTest.CLASSES, PROGRAM, "fatal-error", message.getKey());
            assertThat(output, containsString("rmi4mpi: rank 1 of 2 on host "));
            assertThat(output, containsString(message.getValue()));
            assertThat(output, containsString("MPI.ERRORS_ARE_FATAL; the job ends"));
            assertThat(output, not(containsString("went on after the fatal error")));
            assertThat(output, containsString("went on after the first error"));
        }
    }

    @Test
    public void anInterfaceThatIsNotRemoteIsNamed() throws Exception {
        String output = ends(0, "-n", "1", "-cp", JobTest.CLASSES, PROGRAM, "plain-interface");
        assertThat(output, linesWith("rmi4mpi: rank 0 exports an object of " + PROGRAM
                + "$GreeterObject, whose interface " + PROGRAM + "$Greeter lacks \"extends Remote\"", output), is(1L));
        assertThat("others may be there", output, not(containsString("CounterObject")));
    }

    @Test
    public void theNamingOfTheJdkIsTold() throws Exception {
        String output = ends(1, "-n", "1", "-cp", JobTest.CLASSES, PROGRAM, "naming-of-the-jdk");
        assertThat(output, allOf(containsString("Connection refused"),
                containsString(
                        "Import Naming, LocateRegistry and UnicastRemoteObject from org.rmi4mpi.rmi, or start the"
                                + " program by rmi4mpirun --rmi")));
    }

    @Test
    public void programsThatPlainMpirunSetsApartAreTold() throws Exception {
        String mpirun = System.getenv().getOrDefault("MPIRUN", "mpirun");
        List<String> program = List.of("-n", "1", Programs.JAVA_HOME.resolve("bin/java").toString(), "-cp",
                JobTest.CLASSES + ":" + Path.of("build/lib").toAbsolutePath() + "/*", PROGRAM, "other-program");
        List<String> command = new ArrayList<>(List.of(mpirun));
        command.addAll(program);
        command.add(":");
        command.addAll(program);
        Processes.Outcome outcome = run(
                Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"), command);
        assertThat(outcome.output(), outcome.status(), not(0));
        assertThat(outcome.output(),
                containsString("mpirun has started several programs, whose ranks are apart: where all"
                        + " of them run Java, start them by rmi4mpirun, or each with -Drmi4mpi.ranks=all"));
    }

    @Test
    public void aClassPathEntryThatIsNotThereIsToldOnce() throws Exception {
        String output = ends(0, "-n", "2", "-cp", JobTest.CLASSES + ":/no/such.jar:" + folder + "/*", WELL, "well");
        assertThat(output, linesWith("rmi4mpi: the class path has /no/such.jar, which is not there on host ", output),
                is(1L));
        assertThat(output,
                linesWith("rmi4mpi: the class path has " + folder + "/*, and that folder has no jars on host ",
                        output),
                is(1L));
        assertThat(ends(0, "-n", "1", "-cp", JobTest.CLASSES, WELL, "well"), not(containsString("the class path has")));
    }

    @Test
    public void itIsToldBeforeInitWhereMainFails() throws Exception {
        assertThat(ends(1, "-n", "1", "-cp", JobTest.CLASSES + ":/no/such.jar", WELL, "before-init"),
                containsString("rmi4mpi: the class path has /no/such.jar, which is not there on host "));
    }

    @Test
    public void optionsOfMpirunAreSentToMpi() throws Exception {
        for (String option : List.of("--bind-to", "-H", "--hostfile")) {
            assertThat(ends(2, "-n", "2", option, "core", "-cp", JobTest.CLASSES, WELL, "well"),
                    containsString("rmi4mpirun: neither the launcher nor the JVM has an option " + option
                            + ". Options of mpirun stand between --mpi and --: rmi4mpirun -n 2 --mpi " + option));
        }
        assertThat("of the JVM, and seldom used",
                ends(0, "-n", "1", "-disablesystemassertions", "-cp", JobTest.CLASSES, WELL, "well"),
                not(containsString("rmi4mpirun: ")));
    }

    @Test
    @InCheck
    public void misspeltOptionsOfTheLauncherHaveTheirNearestNamed() throws Exception {
        Map<String, String> near = Map.of("-n2", "-n 2", "-np=4", "-n 4", "--np", "-np N", "--stat", "--stats", "--log",
                "--logs FOLDER", "--logs=out", "--logs FOLDER", "-serve", "--serve", "--classpath",
                "-classpath CLASSPATH");
        for (Map.Entry<String, String> each : near.entrySet()) {
            assertThat(ends(2, each.getKey(), "2", "-cp", JobTest.CLASSES, WELL, "well"),
                    containsString("has an option " + each.getKey() + ": did you mean " + each.getValue() + "?"));
        }
    }

    @Test
    public void optionsOfMpjrunAreExplained() throws Exception {
        assertThat(ends(2, "-np", "2", "-dev", "niodev", "-cp", JobTest.CLASSES, WELL, "well"), containsString(
                "-dev is an option of mpjrun, and has no meaning here, for the MPI chooses the network: leave out -dev niodev"));
        assertThat(ends(2, "-np", "2", "-machinesfile", "hosts", "-cp", JobTest.CLASSES, WELL, "well"),
                containsString("--mpi --hostfile hosts --"));
    }

    /** The shell sends the character that a terminal takes for an interrupt. Jobs in the background of shells ignore that. */
    @Test
    public void aJobThatIsInterruptedAtTheTerminalEndsAsShellsExpect() throws Exception {
        Assume.assumeTrue("no script, which makes terminals", Files.isExecutable(Path.of("/usr/bin/script")));
        String job =
                "exec " + String.join(" ", Programs.command(List.of("-n", "2", "-cp", JobTest.CLASSES, PROGRAM, "wait",
                        folder + "/ready")));
        Processes.Outcome outcome = run(Map.of(), List.of("sh", "-c", "{ until [ -e " + folder + "/ready0 ] && [ -e "
                + folder + "/ready1 ]; do sleep 0.1; done; printf '\\003'; sleep 2; } | env --default-signal=INT"
                + " script -qefc '" + job + "' /dev/null"));
        assertThat(outcome.output(), outcome.status(), is(130));
        assertThat("no rank complains", outcome.output(), not(containsString("rmi4mpi: ")));
    }

    /** Tests must not install anything: the apt-get that comes first on the path only fails. */
    @Test
    public void aCompilerWrapperThatIsNotThereIsNamed() throws Exception {
        Path apt = Files.writeString(folder.resolve("apt-get"), "#!/bin/sh\necho apt-get was called\nexit 1\n");
        assertThat(apt.toFile().setExecutable(true), is(true));
        Processes.Outcome outcome = run(Map.of("PATH", folder + ":" + System.getenv("PATH")),
                List.of("scripts/setup", "openmpi", "/no/such/mpicc", "mpirun.openmpi"));
        assertThat(outcome.output(), outcome.status(), is(1));
        assertThat(outcome.output(),
                allOf(containsString("rmi4mpi: MPICC=/no/such/mpicc is not a command of this machine"),
                        not(containsString("apt"))));
    }

    /** The JVM prints a line about JAVA_TOOL_OPTIONS before the version of javac. */
    @Test
    public void theVersionOfJavacIsReadWhereTheJvmHasOptions() throws Exception {
        Path apt = Files.writeString(folder.resolve("apt-get"), "#!/bin/sh\necho apt-get was called\nexit 1\n");
        assertThat(apt.toFile().setExecutable(true), is(true));
        Processes.Outcome outcome =
                run(Map.of("PATH", folder + ":" + System.getenv("PATH"), "JAVA_TOOL_OPTIONS", "-Dany.option=1.8"),
                        List.of("scripts/setup", "openmpi", "true", "true"));
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), is(""));
    }

    @Test
    public void aCompilerThatKnowsNoMpiIsNamed() throws Exception {
        Processes.Outcome outcome =
                run(Map.of(), List.of("scripts/build-bridge", "false", "mpirun", folder.toString()));
        assertThat(outcome.output(), outcome.status(), is(1));
        assertThat(outcome.output(), containsString("rmi4mpi: MPICC=false cannot compile a program of MPI"));
    }

    private static void assertOneLine(String output, String expected) {
        assertThat(output, output.lines().filter(line -> line.startsWith("rmi4mpi") && line.contains(expected)).count(),
                is(1L));
        assertThat(output, not(containsString("\tat ")));
    }

    @Test
    public void theWrongValueOfAnOptionIsOneLine() throws Exception {
        assertOneLine(ends(1, "-Drmi4mpi.polls=many", "-n", "2", "-cp", JobTest.CLASSES, WELL, "well"),
                "-Drmi4mpi.polls=many: expected a whole number of polls from 0; default 2000");
    }

    @Test
    public void aGatewayThatCannotListenIsOneLine() throws Exception {
        assertOneLine(ends(1, "--gateway", "0", "--gateway-address", "host.invalid", "-n", "2", "-cp", JobTest.CLASSES,
                WELL, "well"),
                "the gateway cannot listen at host.invalid: no such host; give --gateway-address a name");
    }

    @Test
    public void optionsOfAGatewayThatNobodyOpensAreTold() throws Exception {
        assertOneLine(ends(0, "--gateway-names", "solver", "-n", "2", "-cp", JobTest.CLASSES, WELL, "well"),
                "has done nothing, since no gateway was opened: add --gateway PORT");
    }

    @Test
    public void optionsOfTheWholeJobBelongToTheFirstProgram() throws Exception {
        for (String option : List.of("--monitor", "--gateway")) {
            assertThat(
                    ends(2, "-n", "1", "-cp", JobTest.CLASSES, WELL, "well", ":", option, "0", "-n", "1", WELL, "well"),
                    containsString(option + " applies to the whole job: give it before the first program"));
        }
    }

    @Test
    public void jcmdNamesItselfWhereNoSuchJobRuns() throws Exception {
        assertThat(ends(2, "--jcmd", "999999999", "Thread.print"), containsString("rmi4mpirun: --jcmd"));
    }
}
