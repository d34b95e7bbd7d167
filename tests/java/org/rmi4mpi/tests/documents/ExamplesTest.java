package org.rmi4mpi.tests.documents;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.stringContainsInOrder;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameter;
import org.junit.runners.Parameterized.Parameters;
import org.rmi4mpi.tests.jobs.Programs;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.EachJdk;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** The short examples, as docs/examples.md starts them, on 1 to 4 ranks; also in strict mode, which finds nothing. */
@Deadline(240)
@OneJdk
@RunWith(Parameterized.class)
public class ExamplesTest {
    @Parameter
    public String strict;

    @Parameters(name = "strict={0}")
    public static List<String> modes() {
        return List.of("0", "1");
    }

    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final int SECONDS = 60;

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    /** One rank finds nothing in strict mode that several do not. */
    private int[] oneAnd(int several) {
        return strict.equals("0") ? new int[] {1, several} : new int[] {several};
    }

    private String run(int ranks, String program, String... arguments) throws Exception {
        return run(List.of(), ranks, program, arguments);
    }

    private String run(List<String> options, int ranks, String program, String... arguments) throws Exception {
        List<String> words = new ArrayList<>(options);
        words.add("-Drmi4mpi.strict=" + strict);
        words.addAll(List.of("-n", "" + ranks, "-cp",
                ROOT.resolve("build/examples/rmi4mpi-examples.jar").toString(), program));
        words.addAll(List.of(arguments));
        Processes.Outcome outcome =
                Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), Programs.command(words));
        assertThat(outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), not(containsString("strict mode")));
        return outcome.output();
    }

    @Test
    @InCheck
    public void hello() throws Exception {
        for (int ranks : oneAnd(3)) {
            String output = run(ranks, "e01_hello.Hello");
            for (int rank = 0; rank < ranks; rank++) {
                assertThat(output, containsString("Hello rank " + rank + ", this is rank " + (rank + 1) % ranks));
            }
        }
    }

    @Test
    public void counter() throws Exception {
        for (int ranks : oneAnd(3)) {
            String output = run(ranks, "e04_counter.Counter");
            for (int rank = 0; rank < ranks; rank++) {
                assertThat(output, containsString("rank " + rank + " has added 1000 times " + (rank + 1) + ": "));
            }
            int sum = 500 * ranks * (ranks + 1);
            assertThat(output, containsString("the sum is " + sum + ", expected " + sum));
        }
    }

    @Test
    public void callbacks() throws Exception {
        String[] found = {"Best[number=230631, steps=442]", "Best[number=626331, steps=508]",
            "Best[number=1117065, steps=527]", "Best[number=1501353, steps=530]"};
        for (int ranks : oneAnd(4)) {
            String output = run(ranks, "e05_callbacks.Callbacks");
            for (int rank = 0; rank < ranks; rank++) {
                String name = "rank " + (rank + 1) % ranks + " for rank " + rank;
                assertThat(output, stringContainsInOrder(name + ": 25 %, Best[", name + ": 50 %, Best[",
                        name + ": 75 %, Best[", name + ": 100 %, " + found[rank], name + " found " + found[rank]));
            }
        }
    }

    @Test
    public void workQueue() throws Exception {
        Pattern row = Pattern.compile("(?m)^ *(\\d+) +(\\d+) +[0-9.]+$");
        for (int ranks : oneAnd(3)) {
            String output = run(ranks, "e06_work_queue.Queens", "14");
            assertThat(output, stringContainsInOrder("1535 tasks made, 1535 done, 0 of them twice", "365596 ways"));
            List<MatchResult> rows = row.matcher(output).results().toList();
            assertThat(output, rows.size(), is(ranks));
            assertThat(output, rows.stream().mapToInt(each -> Integer.parseInt(each.group(2))).sum(), is(1535));
            assertThat(output, rows.stream().filter(each -> Integer.parseInt(each.group(2)) > 0).count(),
                    is((long) ranks));
        }
    }

    @Test
    @EachJdk
    public void futures() throws Exception {
        for (int ranks : oneAnd(3)) {
            assertThat(run(ranks, "e07_futures.Futures"), stringContainsInOrder(
                    "283146 primes below 4000000, counted by " + ranks + " ranks",
                    "Counter.primes at rank " + 1 % ranks + " did not end within 100.0 ms", "the bell: ding"));
        }
    }

    @Test
    @InCheck
    public void groups() throws Exception {
        for (int ranks : oneAnd(4)) {
            assertThat(run(ranks, "e08_group.Reduction"), stringContainsInOrder("then 1.000000",
                    "the largest is that of all: true", ranks + " members have met"));
        }
    }

    @Test
    public void batches() throws Exception {
        assertThat(run(2, "e09_batch.Buckets", "1024"), stringContainsInOrder("   1024       1 ", "   1024    1024 "));
    }

    private String runTasks(int ranks, String program, String... arguments) throws Exception {
        return run(List.of("--jpvm"), ranks, program, arguments);
    }

    @Test
    @EachJdk
    public void tasks() throws Exception {
        for (int ranks : oneAnd(3)) {
            String output = runTasks(ranks, "e10_tasks.Hello");
            assertThat(output, stringContainsInOrder("4 tasks on " + ranks + " ranks", "task 0: hello from", "port #",
                    "task 3: hello from"));
        }
    }

    @Test
    public void workers() throws Exception {
        for (int ranks : oneAnd(4)) {
            assertThat(runTasks(ranks, "e11_workers.Primes"), containsString(
                    "283146 primes below 4000000, in 80 pieces by " + Math.max(1, ranks - 1) + " workers"));
        }
    }

    @Test
    public void matrix() throws Exception {
        for (int ranks : oneAnd(3)) {
            assertThat(runTasks(ranks, "e12_matrix.Product", "3", "60"),
                    containsString("180 x 180 on 9 tasks; the product is right: true"));
        }
    }

    @Test
    public void pi() throws Exception {
        for (int ranks : oneAnd(4)) {
            assertThat(run(ranks, "e19_pi.Pi", "100000"),
                    containsString("pi is 3.141592654, by " + ranks + " ranks"));
        }
    }

    @Test
    public void mandelbrot() throws Exception {
        for (int ranks : oneAnd(3)) {
            Path picture = folder.getRoot().toPath().resolve("new/set" + ranks + ".png");
            assertThat(runTasks(ranks, "e20_mandelbrot.Mandelbrot", picture.toString(), "200"),
                    stringContainsInOrder("200 x 150 points, 10 strips of rows, " + ranks + " ranks", "sequential",
                            "messages", "remote objects", "JPVM", "the four pictures are equal"));
            assertThat(ImageIO.read(picture.toFile()).getHeight(), is(150));
        }
    }

    @Test
    public void degrees() throws Exception {
        for (int ranks : oneAnd(3)) {
            assertThat(run(ranks, "e21_distributed.Degrees", "10"),
                    stringContainsInOrder("16384 edges have 32768 ends", " neighbours vertices", "    1-1 "));
        }
    }

    @Test
    public void watchedSor() throws Exception {
        for (int ranks : oneAnd(4)) {
            assertThat(runTasks(ranks, "e13_watched_sor.Sor"),
                    stringContainsInOrder("iteration 100: the largest change is",
                            "iteration 300: the largest change is", "mean temperature "));
        }
    }

    private static final String TWO = "2 processes, remote objects";

    /** @return seconds and results, which the programs have compared themselves */
    private String runRmi(String program, String... arguments) throws Exception {
        String output = run(List.of("--rmi"), 2, program, arguments);
        assertThat(output, stringContainsInOrder("sequential", TWO));
        return output;
    }

    @Test
    public void hamming() throws Exception {
        assertThat(runRmi("e14_hamming.Hamming", "10000000", "10"),
                stringContainsInOrder("Result[count=4720, ", TWO, "Result[count=4720, "));
    }

    @Test
    public void paraffins() throws Exception {
        assertThat(runRmi("e15_paraffins.Paraffins", "13"),
                stringContainsInOrder("802 of 13 carbon atoms", TWO, "802 of 13 carbon atoms"));
    }

    @Test
    @InCheck
    public void sorByObjects() throws Exception {
        runRmi("e16_sor.Sor", "60", "40", "20");
    }

    @Test
    public void sorByMessagesAndTasks() throws Exception {
        assertThat(run(3, "e16_sor.SorByMessages", "60", "40", "20"), containsString("3 ranks, messages"));
        assertThat(runTasks(3, "e16_sor.SorByTasks", "60", "40", "20", "2", "4"), containsString("4 tasks of JPVM"));
    }

    @Test
    public void salesperson() throws Exception {
        runRmi("e17_salesperson.Salesperson", "12");
    }

    @Test
    public void puzzle() throws Exception {
        assertThat(runRmi("e18_puzzle.Puzzle", "3"), stringContainsInOrder("moves=42, solutions=2, positions=172281",
                TWO, "moves=42, solutions=2, positions=172281"));
    }
}
