package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.stringContainsInOrder;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.rmi4mpi.jpvm.ConsoleCommand;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** Programs of JPVM, as {@code rmi4mpirun --jpvm} runs them, on 1 to 4 ranks. */
@Deadline(240)
public class JpvmTest {
    private static final Path ROOT = Path.of("").toAbsolutePath();
    static final String PROGRAMS = ROOT.resolve("build/tests/rmi4mpi-tests.jar").toString() + ":"
            + ROOT.resolve("build/tests/hamcrest-2.2.jar");
    private static final int SECONDS = 100;
    private static final int[] ONE_AND_SEVERAL = {1, 3};

    private static Processes.Outcome run(int ranks, String options, String program, String... args) throws Exception {
        List<String> words = new ArrayList<>(List.of("--jpvm", "-n", "" + ranks));
        if (!options.isEmpty()) {
            words.addAll(List.of(options.split(" ")));
        }
        words.addAll(List.of("-cp", PROGRAMS, "org.rmi4mpi.tests.tasks." + program));
        words.addAll(List.of(args));
        return Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), Programs.command(words));
    }

    private static String ends(int status, int ranks, String options, String program, String... args) throws Exception {
        Processes.Outcome outcome = run(ranks, options, program, args);
        assertThat(outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), outcome.status(), is(status));
        return outcome.output();
    }

    @Test
    @InCheck
    public void messagesKeepTheirPromises() throws Exception {
        for (int ranks : ONE_AND_SEVERAL) {
            assertThat(ends(0, ranks, "", "Letters"), containsString("letters as expected"));
        }
    }

    @Test
    @InCheck
    @OneJdk
    public void tasksEndAlone() throws Exception {
        for (int ranks : ONE_AND_SEVERAL) {
            String output = ends(0, ranks, "", "Endings");
            assertThat(output, allOf(stringContainsInOrder("uncaught exception in task", "port #", "thrown on purpose",
                    "Endings.endBy"), containsString("the hook of a task"), containsString("endings as expected")));
            assertThat("frames beneath main", output, not(containsString("reflect")));
            assertThat(output, not(containsString("an exit ")));
            assertThat(output, stringContainsInOrder("a stream that is there again", "a stream around the first",
                    "a stream around two", "one stream for both"));
            assertThat("those that nobody frees", output,
                    containsString("5 tasks wait for messages, which no task can send any more"));
        }
    }

    @Test
    @OneJdk
    public void tasksAreKilledWhateverTheyDo() throws Exception {
        assertThat(ends(0, 2, "", "Killing"), allOf(stringContainsInOrder("tasks.Killing, port #",
                "still runs 2 s after it was killed, at org.rmi4mpi.tests.tasks.Killing.compute"),
                containsString("still runs 2 s after it was killed: the task ends without it"),
                containsString("closed in finally"),
                containsString("killed as expected"), not(containsString("caught "))));
    }

    /** Each task is killed until the console says that it is none any more. */
    @Test
    @OneJdk
    public void theConsoleKillsTasksWhateverTheyDo() throws Exception {
        String job = String.join(" ", Programs.command(List.of("--jpvm", "--console", "-n", "2", "-cp", PROGRAMS)));
        String script = """
                cd $(mktemp -d) && mkfifo in && touch out
                JOB < in > out 2>&1 &
                exec 3> in
                for way in waits ignores computes; do
                    echo "spawn -rank1 org.rmi4mpi.tests.tasks.Killing $way" >&3
                    until port=$(sed -n 's/.*started: #//p' out | tail -1) && [ -n "$port" ] && [ "$port" != "$last" ]
                    do sleep 0.1; done
                    until grep -q "$way begins" out; do sleep 0.1; done
                    until grep -q "port #$port is not a task" out; do echo "kill $port" >&3; sleep 0.1; done
                    last=$port
                done
                echo halt >&3
                wait $!; status=$?; cat out; exit $status
                """.replace("JOB", job);
        Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), List.of("sh", "-c", script));
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), containsString("still runs 2 s after it was killed"));
    }

    @Test
    @OneJdk
    public void aJobEndsWithTheStatusOfMain() throws Exception {
        assertThat(ends(7, 2, "", "Endings", "7"), containsString("endings as expected"));
        assertThat(ends(0, 2, "", "Endings", "halt"), allOf(containsString("endings as expected"),
                not(containsString("no task can send"))));
    }

    @Test
    @OneJdk
    public void linesHaveTheirTasksBeforeThem() throws Exception {
        String output = ends(0, 2, "-Drmi4mpi.jpvm.prefix=1", "Endings");
        assertThat(
                output.lines().anyMatch(
                        line -> line.matches("\\[org\\.rmi4mpi\\.tests\\.tasks\\.Endings #\\d+] the hook of a task")),
                is(true));
    }

    @Test
    @OneJdk
    public void nothingIsLeftOfTasksThatHaveEnded() throws Exception {
        assertThat(ends(0, 3, "-Xmx128m", "Respawn", "300"), containsString("nothing is left of 300 tasks"));
    }

    @Test
    @OneJdk
    public void aFloodMeetsABound() throws Exception {
        for (String size : new String[] {"100", "5000", "40000", "1000000"}) {
            assertThat(ends(0, 2, "-Xmx128m -Drmi4mpi.jpvm.mail.mib=16 -Drmi4mpi.jpvm.patience.ms=1000", "Flooding",
                    size, "" + Math.min(20_000, 60_000_000 / Integer.parseInt(size))),
                    containsString("floods as expected"));
        }
        assertThat("to its own rank", ends(0, 1, "-Drmi4mpi.jpvm.mail.mib=4 -Drmi4mpi.jpvm.patience.ms=1000",
                "Flooding", "3000", "5000"), containsString("floods as expected"));
    }

    @Test
    @OneJdk
    public void tokensGoAroundARingOfTasks() throws Exception {
        for (int ranks : ONE_AND_SEVERAL) {
            assertThat(ends(0, ranks, "-Xmx64m", "TokenRing", "3", "2000", "20", "100"),
                    containsString("the ring is as expected"));
        }
    }

    /** Each task sends more than the next one has room for, and none receives before that. */
    @Test
    @OneJdk
    public void aRingThatWaitsForRoomAtEachOtherFails() throws Exception {
        for (int ranks : ONE_AND_SEVERAL) {
            assertThat(
                    ends(0, ranks, "-Drmi4mpi.jpvm.mail.mib=1 -Drmi4mpi.jpvm.patience.ms=1000", "TokenRing", "3", "400",
                            "0", "10000"),
                    containsString("3 tasks have found no room"));
        }
    }

    /** A mebibyte and the header of an array take two regions of G1 in these heaps. Three tasks send. */
    @Test
    @OneJdk
    @Deadline(200)
    public void noLargeMessageIsLostWhereItsReceiverIsSlow() throws Exception {
        int twoHeaps = 128 / 3;
        for (int size : new int[] {1000 << 10, 1 << 20, (1 << 20) + 40}) {
            slowly(4, "-Xmx64m", size, twoHeaps);
        }
        slowly(1, "-Xmx64m", 1 << 20, twoHeaps);
        slowly(2, "-Xmx256m", 1 << 20, 3 * twoHeaps);
        slowly(3, "-Xmx64m -XX:+UseSerialGC", 1 << 20, twoHeaps);
        slowly(1, "-Xmx64m -XX:+UseParallelGC", 1 << 20, twoHeaps);
        slowly(2, "-Xmx64m", 40, 20_000);
    }

    private static void slowly(int ranks, String options, int size, int count) throws Exception {
        assertThat(options + ", " + ranks + " ranks, " + size + " bytes", ends(0, ranks, options, "SlowReceiver",
                "" + size, "" + count, "3"), containsString("all messages as expected"));
    }

    @Test
    @OneJdk
    public void messagesKeepTheirOrderWhereTheirReceiverFallsBehind() throws Exception {
        for (int ranks : ONE_AND_SEVERAL) {
            assertThat(ends(0, ranks, "", "Behind"), containsString("behind as expected"));
        }
    }

    @Test
    public void noMailIsLostAtTheEndOfTheStack() throws Exception {
        for (String receive : new String[] {"pvm_recv", "pvm_nrecv"}) {
            assertThat(ends(0, 2, "", "DeepMail", receive), containsString(receive + " at the end of the stack"));
        }
    }

    @Test
    public void aReceiveThatFindsNoHeapLosesNothing() throws Exception {
        assertThat(ends(0, 2, "-Xmx200m -XX:+UseG1GC", "Hogging"), containsString("hogs as expected"));
    }

    @Test
    @OneJdk
    public void aMessageThatFitsIntoNoFrameFails() throws Exception {
        assertThat(ends(0, 2, "-Xmx1g -XX:MaxDirectMemorySize=50m", "LongMail"),
                stringContainsInOrder("jpvm error: no memory for a frame of 60000040 bytes at rank 0",
                        "of 50 MiB (-XX:MaxDirectMemorySize)", "send less at once", "long mail as expected"));
    }

    @Test
    @OneJdk
    public void aStandstillIsTold() throws Exception {
        List<String> words = List.of("--jpvm", "-n", "2", "-cp", PROGRAMS, "org.rmi4mpi.tests.tasks.Standing");
        Processes.Outcome outcome = Processes.runUntil("See what they wait for", Programs.JAVA_HOME, SECONDS, Map.of(),
                Programs.command(words));
        assertThat(outcome.output(), stringContainsInOrder("all tasks wait for messages", "tasks.Standing",
                "tasks.Standing"));
    }

    @Test
    @OneJdk
    public void groupsWorkTogether() throws Exception {
        for (int ranks : ONE_AND_SEVERAL) {
            assertThat(ends(0, ranks, "", "GroupWork"), containsString("groups as expected"));
        }
    }

    @Test
    public void tasksUseRemoteObjectsAndMessagesOfRanks() throws Exception {
        for (int ranks : ONE_AND_SEVERAL) {
            assertThat(ends(0, ranks, "", "Mixture"), containsString("mixed as expected"));
        }
    }

    @Test
    @OneJdk
    public void theConsoleReadsAScript() throws Exception {
        String script =
                "conf\\nspawn -2 -rank1 org.rmi4mpi.tests.tasks.Endings waits x\\nspawn NoSuchTask\\nps 1\\nkill 5"
                        + "\\nnonsense\\nhelp\\nhalt\\n";
        List<String> command = Programs.command(List.of("--jpvm", "--console", "-n", "2", "-cp", PROGRAMS));
        Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(),
                List.of("sh", "-c", "printf '" + script + "' | " + String.join(" ", command)));
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), stringContainsInOrder("2 hosts", "2 of org.rmi4mpi.tests.tasks.Endings started: #",
                "there is no class NoSuchTask", "rank        port", "tasks.Endings", "tasks.Endings",
                "port #5 is not a task", "unknown command nonsense", ConsoleCommand.help()));
        assertThat(Files.readString(Path.of("docs/jpvm.md")), containsString(ConsoleCommand.help().indent(4)));
    }

    @Test
    @OneJdk
    public void wrongCommandsAreExplained() throws Exception {
        assertThat(ends(1, 2, "", "NoSuchProgram"), containsString("NoSuchProgram"));
        Processes.Outcome both = Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(),
                Programs.command(List.of("--jpvm", "--rmi", "-n", "1", "Main")));
        assertThat(both.output(), both.status(), is(2));
        assertThat(both.output(), containsString("--jpvm and --rmi"));
        Processes.Outcome without = Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(),
                Programs.command(List.of("-n", "1", "-cp", PROGRAMS, "org.rmi4mpi.tests.tasks.Letters")));
        assertThat(without.output(), containsString("start the program by rmi4mpirun --jpvm"));
    }

    @Test
    @OneJdk
    public void helpNamesIt() throws Exception {
        Processes.Outcome help = Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(),
                Programs.command(List.of("--help")));
        assertThat(help.output(), stringContainsInOrder("--jpvm -n 5", "--prefix", "Programs of JPVM",
                "-Drmi4mpi.jpvm.mail.mib"));
    }
}
