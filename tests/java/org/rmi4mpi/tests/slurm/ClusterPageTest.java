package org.rmi4mpi.tests.slurm;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.stringContainsInOrder;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.Processes;

/**
 * Runs the commands of docs/cluster.md word for word, in the order of the page, as a user types them: in a folder with
 * app.jar and input.csv, and with an installation. Slurm is real. The other schedulers are stand-ins.
 */
@Deadline(240)
public class ClusterPageTest {
    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));
    private static final int SECONDS = 60;
    private static final Pattern SUBMITTED = Pattern.compile("Submitted batch job (\\d+)");
    private static final String FIRST_JOB =
            "sbatch --nodes=2 --ntasks-per-node=2 jobscripts/slurm-mpirun -Xmx4g -cp app.jar Main input.csv";

    /** Has the installation, and the folder of the user. */
    @Rule
    public final TemporaryFolder temporary = new TemporaryFolder();

    private final Map<String, Run> runs = new LinkedHashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private Path folder;
    private PrivateSlurm slurm;

    /** Runs a command of the page, and checks what it has done. */
    private interface Run {
        void run(String command) throws Exception;
    }

    public ClusterPageTest() {
        runs.put("export PATH=$PREFIX/bin:$PATH", this::findsTheLauncher);
        runs.put("cp -r $PREFIX/share/rmi4mpi/jobscripts .", this::copiesTheScripts);
        runs.put("salloc --nodes=2 --ntasks-per-node=2 rmi4mpirun --check",
                command -> SlurmTest.assertCheckup(outcomeOf(command)));
        runs.put(FIRST_JOB, command -> assertRanks(outputOfJob(command), 4, "[input.csv]"));
        runs.put("rmi4mpirun --dry-run -n 4 -cp app.jar Main input.csv", this::printsACommand);
        runs.put("LOGS=logs sbatch jobscripts/slurm-mpirun -cp app.jar Main input.csv",
                command -> assertThat(outputOfJob(command), not(containsString("has [input.csv]"))));
        runs.put("less logs/rank-3.log",
                command -> assertThat(outputOf(command), is("rank 3 of 4 has [input.csv]\n")));
        runs.put("scancel --batch --signal=TERM JOB", this::endsTheJobByHand);
        runs.put("SLURM_PMIX_FENCE=ring srun --mpi=pmix --ntasks=4 java -cp \"$PREFIX/lib/rmi4mpi/lib/*:app.jar\" Main",
                command -> assertRanks(outputOf(command), 4, "[]"));
        runs.put("qsub jobscripts/pbs", command -> runsTheScript(command, "12.server of PBS"));
        runs.put("bsub < jobscripts/lsf", command -> runsTheScript(command, "14 of LSF"));
        runs.put("qsub jobscripts/gridengine -cp app.jar Main",
                command -> runsTheScript(command, "13 of Grid Engine"));
        runs.put("scripts/private-slurm", command -> assertThat(PrivateSlurm.COMMAND, is(command)));
    }

    @Before
    public void prepare() throws Exception {
        Path prefix = temporary.newFolder("prefix").toPath();
        folder = temporary.newFolder("user").toPath();
        Path commands = temporary.newFolder("commands").toPath();
        StandIns.write(commands);
        environment.put("FOLDER", folder.toString());
        environment.put("PREFIX", prefix.toString());
        environment.put("PATH", String.join(":", commands.toString(), JAVA_HOME + "/bin", System.getenv("PATH")));
        Processes.Outcome installed = Processes.run(JAVA_HOME, SECONDS, environment,
                List.of("sh", "-c", """
                        scripts/install "$PREFIX" &&
                        javac -cp "$PREFIX/lib/rmi4mpi/lib/*" -d "$FOLDER/classes" tests/docs/Main.java &&
                        jar cf "$FOLDER/app.jar" -C "$FOLDER/classes" .
                        """));
        assertThat(installed.output(), installed.status(), is(0));
        Files.writeString(folder.resolve("input.csv"), "1,2\n");
        slurm = PrivateSlurm.start();
    }

    @After
    public void end() throws Exception {
        if (slurm != null) {
            slurm.close();
        }
    }

    @Test
    public void eachCommandDoesWhatThePageSays() throws Exception {
        List<String> commands = ClusterPage.commands();
        assertThat("the commands of the page, and those of this test", String.join("\n", commands),
                is(String.join("\n", runs.keySet())));
        for (String command : commands) {
            runs.get(command).run(command);
        }
    }

    /** Types a command in the user's folder. */
    private Processes.Outcome outcomeOf(String command) throws Exception {
        return slurm.run(environment, "sh", "-c", "cd \"$FOLDER\" || exit\n" + command);
    }

    private String outputOf(String command) throws Exception {
        Processes.Outcome outcome = outcomeOf(command);
        assertThat(command + "\n" + outcome.output(), outcome.status(), is(0));
        return outcome.output();
    }

    private PrivateSlurm.Job submit(String command) throws Exception {
        Matcher submitted = SUBMITTED.matcher(outputOf(command));
        assertThat(command, submitted.find(), is(true));
        String number = submitted.group(1);
        return slurm.job(number, folder.resolve("rmi4mpi-" + number + ".out"));
    }

    private String outputOfJob(String command) throws Exception {
        PrivateSlurm.Job job = submit(command);
        assertThat(command + "\n" + job.output(), job.end(), is("COMPLETED 0:0"));
        return job.output();
    }

    private static void assertRanks(String output, int ranks, String arguments) {
        List<String> expected = IntStream.range(0, ranks)
                .mapToObj(rank -> "rank " + rank + " of " + ranks + " has " + arguments)
                .toList();
        List<String> lines = new ArrayList<>(output.lines().filter(line -> line.contains(" has ")).sorted().toList());
        assertThat(output, lines, is(expected));
    }

    /** The commands that follow have the variable, too. */
    private void findsTheLauncher(String command) throws Exception {
        String installed = environment.get("PREFIX") + "/bin";
        assertThat(outputOf(command + "\ncommand -v rmi4mpirun"), is(installed + "/rmi4mpirun\n"));
        environment.put("PATH", installed + ":" + environment.get("PATH"));
    }

    private void copiesTheScripts(String command) throws Exception {
        outputOf(command);
        assertThat(Files.mismatch(folder.resolve("jobscripts/common.sh"), ROOT.resolve("jobscripts/common.sh")),
                is(-1L));
    }

    private void printsACommand(String command) throws Exception {
        String output = outputOf(command);
        assertThat(output, stringContainsInOrder(" -n 4 ", "app.jar", "Main input.csv"));
        assertThat("it starts nothing: " + output, output, not(containsString(" has [")));
    }

    private void endsTheJobByHand(String command) throws Exception {
        Path wait = Files.createFile(folder.resolve("wait"));
        PrivateSlurm.Job job = submit(FIRST_JOB);
        for (int rank = 0; rank < 4; rank++) {
            job.awaitText("rank " + rank + " waits");
        }
        outputOf(command.replace("JOB", job.number()));
        assertThat(job.output(), job.end(), is("FAILED 143:0"));
        for (int rank = 0; rank < 4; rank++) {
            assertThat(job.output(), containsString("rank " + rank + " has saved"));
        }
        Files.delete(wait);
    }

    private void runsTheScript(String command, String job) throws Exception {
        String output = outputOf(command);
        String name = command.substring(0, command.indexOf(' '));
        assertThat(output, stringContainsInOrder(name + " was asked:", "# job " + job + ": 2 ranks on "));
        assertRanks(output, 2, "[]");
    }
}
