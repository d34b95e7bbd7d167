package org.rmi4mpi.tests.slurm;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;
import static org.hamcrest.Matchers.stringContainsInOrder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.rmi4mpi.tests.runner.Processes;

/** Jobs of Slurm, by the job scripts: how they run, and how they end. */
@Deadline(120)
public class SlurmTest {
    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final String CLASSES = ROOT.resolve("build/tests/rmi4mpi-tests.jar").toString();
    private static final String PROGRAMS = "org.rmi4mpi.tests.programs.";
    private static final String MPIRUN = "slurm-mpirun";
    private static final String SRUN = "slurm-srun";
    /** Two ranks on each of two nodes. */
    private static final List<String> FOUR = List.of("--nodes=2", "--ntasks-per-node=2", "--ntasks=4");
    private static final List<String> ONE = List.of("--nodes=1", "--ntasks-per-node=1", "--ntasks=1");

    private static PrivateSlurm slurm;
    private static Path folder;
    private static int outputs;
    /** These run longer than the others, which go on meanwhile. */
    private static PrivateSlurm.Job warned;
    private static PrivateSlurm.Job limited;

    @BeforeClass
    public static void start() throws Exception {
        folder = Files.createTempDirectory("rmi4mpi-slurm-test");
        slurm = PrivateSlurm.start();
        warned = submit(MPIRUN, ONE, "Terminated", "save");
        limited = submit(MPIRUN, ONE, "Terminated", "nothing");
        // Slurm looks each 30 s for limits that are near: the signal of the script, 60 s before, is then due at once.
        setLimit(warned, 90);
        setLimit(limited, 1);
    }

    /**
     * Sets the time limit of a job that has registered its hooks. A short limit from the beginning would pass on a busy
     * machine before the program has begun.
     */
    private static void setLimit(PrivateSlurm.Job job, int seconds) throws Exception {
        job.awaitText("all run");
        Processes.Outcome outcome = slurm.run(Map.of(), "scontrol", "update", "JobId=" + job.number(),
                "EndTime=now+" + seconds);
        assertThat(outcome.output(), outcome.status(), is(0));
    }

    @AfterClass
    public static void end() throws Exception {
        if (slurm != null) {
            slurm.close();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static List<String> with(List<String> options, String... more) {
        return Stream.concat(options.stream(), Arrays.stream(more)).toList();
    }

    private static Path output() {
        return folder.resolve("job-" + ++outputs + ".out");
    }

    private static PrivateSlurm.Job submit(String script, List<String> options, String program, String... arguments)
            throws Exception {
        return submit(Map.of(), script, options, program, arguments);
    }

    private static PrivateSlurm.Job submit(Map<String, String> environment, String script, List<String> options,
            String program, String... arguments) throws Exception {
        List<String> words = new ArrayList<>(options);
        words.addAll(List.of("jobscripts/" + script, "-XX:TieredStopAtLevel=1", "-cp", CLASSES, PROGRAMS + program));
        words.addAll(List.of(arguments));
        return slurm.submit(environment, output(), words.toArray(String[]::new));
    }

    /** Two jobs of four ranks, which run at once. */
    private static List<PrivateSlurm.Job> byMpirunAndSrun(String program, String argument) throws Exception {
        return List.of(submit(MPIRUN, FOUR, program, argument), submit(SRUN, FOUR, program, argument));
    }

    private static long lines(String text, String output) {
        return output.lines().filter(line -> line.contains(text)).count();
    }

    @Test
    public void aGoodJobRunsOnTheRanksOfItsNodes() throws Exception {
        for (PrivateSlurm.Job job : byMpirunAndSrun("Misbehave", "well")) {
            assertThat(job.output(), job.end(), is("COMPLETED 0:0"));
            assertThat("it says what it starts", job.output(), stringContainsInOrder("# job " + job.number()
                    + " of Slurm: 4 ranks on node1:2 node2:2", " SLURM_PMIX_FENCE=ring ", "-n 4 "));
            assertThat(job.output(), lines("args well of ", job.output()), is(4L));
        }
    }

    @Test
    public void eachRankHasALogWhereAsked() throws Exception {
        for (String script : List.of(MPIRUN, SRUN)) {
            Path logs = folder.resolve("logs-" + script);
            PrivateSlurm.Job job = submit(Map.of("LOGS", logs.toString()), script, FOUR, "Misbehave", "well");
            assertThat(job.output(), job.end(), is("COMPLETED 0:0"));
            for (int rank = 0; rank < 4; rank++) {
                assertThat(Files.readString(logs.resolve("rank-" + rank + ".log")), startsWith("args well of "));
            }
            assertThat(job.output(), not(containsString("args well of ")));
        }
    }

    @Test
    public void aJobFailsWhereOneRankThrows() throws Exception {
        for (PrivateSlurm.Job job : byMpirunAndSrun("Misbehave", "throw")) {
            assertThat(job.output(), job.end(), is("FAILED 1:0"));
            assertThat(job.output(), stringContainsInOrder("rank 3 of 4 on host node2", "failed on purpose"));
        }
    }

    @Test
    public void aJobFailsWhereOneRankIsKilled() throws Exception {
        for (PrivateSlurm.Job job : byMpirunAndSrun("Misbehave", "kill")) {
            assertThat(job.output(), job.end(), is("FAILED 137:0"));
        }
    }

    @Test
    public void aJobThatIsCancelledEnds() throws Exception {
        for (PrivateSlurm.Job job : byMpirunAndSrun("Terminated", "nothing")) {
            job.awaitText("all run");
            slurm.run(Map.of(), "scancel", job.number());
            assertThat(job.output(), job.end(), startsWith("CANCELLED "));
        }
    }

    @Test
    public void theHooksOfAllRanksRunWhereTheBatchScriptIsTold() throws Exception {
        for (PrivateSlurm.Job job : byMpirunAndSrun("Terminated", "last-saves")) {
            job.awaitText("all run");
            slurm.run(Map.of(), "scancel", "--batch", "--signal=TERM", job.number());
            assertThat(job.output(), job.end(), is("FAILED 143:0"));
            assertThat(job.output(), containsString("rank 3 has saved"));
        }
    }

    @Test
    public void theHooksRunBeforeTheTimeLimit() throws Exception {
        assertThat(warned.output(), warned.end(), is("FAILED 143:0"));
        assertThat(warned.output(), stringContainsInOrder("rank 0 saves", "rank 0 has saved"));
    }

    @Test
    public void aJobThatReachesItsTimeLimitEnds() throws Exception {
        assertThat(limited.output(), limited.end(), startsWith("TIMEOUT "));
    }

    @Test
    public void anArrayRunsWithEachLineOfItsParameters() throws Exception {
        Path parameters = Files.writeString(folder.resolve("parameters.txt"), "--size 10\n--size 20 --fast\n");
        PrivateSlurm.Job array = submit(Map.of("PARAMETERS", parameters.toString()), "slurm-array",
                with(ONE, "--array=0-2", "--output=" + folder.resolve("array-%a.out")), "Misbehave", "well");
        List<String> texts = List.of("args well|--size|10 of", "args well|--size|20|--fast of",
                "has no line 3 for run 2");
        List<String> states = List.of("COMPLETED 0:0", "COMPLETED 0:0", "FAILED 2:0");
        for (int run = 0; run < 3; run++) {
            PrivateSlurm.Job job = slurm.job(array.number() + "_" + run, folder.resolve("array-" + run + ".out"));
            assertThat(job.output(), job.end(), is(states.get(run)));
            assertThat(job.output(), containsString(texts.get(run)));
        }
    }

    @Test
    public void tasksOfJpvmRunOnTheRanks() throws Exception {
        PrivateSlurm.Job job = slurm.submit(Map.of(), output(), with(FOUR, "jobscripts/slurm-jpvm", "-cp",
                ROOT.resolve("build/examples/rmi4mpi-examples.jar").toString(), "e11_workers.Primes")
                .toArray(String[]::new));
        assertThat(job.output(), job.end(), is("COMPLETED 0:0"));
        assertThat(job.output(), containsString("primes"));
    }

    @Test
    public void aProgramRunsBySrunAlone() throws Exception {
        Processes.Outcome outcome = srun("Misbehave", "well");
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), lines("args well of ", outcome.output()), is(4L));
        Processes.Outcome thrown = srun("Misbehave", "throw");
        assertThat(thrown.output(), thrown.status(), is(1));
        assertThat(thrown.output(), stringContainsInOrder("rank 3 of 4 on host node2", "failed on purpose"));
    }

    private static Processes.Outcome srun(String program, String argument) throws Exception {
        return slurm.run(Map.of("SLURM_PMIX_FENCE", "ring"), "srun", "--nodes=2", "--ntasks=4", "--mpi=pmix",
                System.getProperty("java.home") + "/bin/java", "-cp", CLASSES + ":" + ROOT.resolve("build/lib") + "/*",
                PROGRAMS + program, argument);
    }

    @Test
    public void theDoctorLooksAtAllNodesOfTheAllocation() throws Exception {
        Processes.Outcome outcome = slurm.run(Map.of(), "salloc", "--quiet", "--nodes=2", "--ntasks-per-node=2",
                "--ntasks=4", "build/bin/rmi4mpirun", "--check");
        assertCheckup(outcome);
        for (String words : List.of("node1, node2", "from the first node's clock")) {
            assertThat(outcome.output(), containsString(words));
        }
    }

    /** All is well, or messages alone are slow, as they are on a busy machine. */
    static void assertCheckup(Processes.Outcome outcome) {
        String output = outcome.output();
        assertThat(output, stringContainsInOrder("4 ranks on node1:2 node2:2", "node1 - node2"));
        List<String> wrong = output.lines().filter(line -> line.startsWith("WRONG")).toList();
        assertThat(output, wrong.stream().allMatch(line -> line.startsWith("WRONG  round trip ")), is(true));
        assertThat(output, outcome.status(), is(wrong.isEmpty() ? 0 : 1));
    }

    @Test
    public void aLauncherThatSrunStartsSeveralTimesSaysSo() throws Exception {
        Processes.Outcome outcome = slurm.run(Map.of(), "srun", "--ntasks=2", "build/bin/rmi4mpirun", "-cp", CLASSES,
                PROGRAMS + "Misbehave", "well");
        assertThat(outcome.status(), not(0));
        assertThat(outcome.output(), containsString("srun has started rmi4mpirun 2 times"));
    }
}
