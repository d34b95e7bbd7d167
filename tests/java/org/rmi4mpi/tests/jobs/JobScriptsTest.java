package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.stringContainsInOrder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
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

/**
 * The job scripts, in the surroundings that their schedulers give them, with an mpirun in between that prints what it is
 * asked, and which signals it gets. {@code SlurmTest} runs those of Slurm for real.
 */
@Deadline(60)
@OneJdk
public class JobScriptsTest {
    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final int SECONDS = 20;
    private static final String MPIRUN = """
            #!/bin/bash
            echo "mpirun was asked: $*"
            trap 'echo "mpirun got SIGUSR1"; kill $!; exit 5' USR1
            if [ -n "${WAITS:-}" ]; then
                sleep 1000 &
                echo "mpirun waits"
                wait
            fi
            exit 3
            """;

    private Path folder;

    @Before
    public void makeFolder() throws IOException {
        folder = Files.createTempDirectory("rmi4mpi-scripts");
        program("mpirun", MPIRUN);
        program("srun", MPIRUN);
        program("scontrol", "#!/bin/sh\necho node1\necho node2\n");
    }

    private void program(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        assertThat(file.toFile().setExecutable(true), is(true));
    }

    @After
    public void removeFolder() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private Map<String, String> surroundings(String... namesAndValues) {
        Map<String, String> all = new HashMap<>();
        all.put("MPIRUN", folder.resolve("mpirun").toString());
        all.put("PATH", folder + ":" + System.getenv("PATH"));
        for (int i = 0; i < namesAndValues.length; i += 2) {
            all.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return all;
    }

    private Map<String, String> slurm(String... more) {
        Map<String, String> all =
                surroundings("SLURM_JOB_ID", "12", "SLURM_TASKS_PER_NODE", "2(x2)", "SLURM_NTASKS", "4",
                        "SLURM_JOB_NODELIST", "node[1-2]");
        all.putAll(surroundings(more));
        return all;
    }

    private Map<String, String> pbs(String... more) throws IOException {
        Path nodes = Files.writeString(folder.resolve("nodes"), "node1\nnode1\nnode2\nnode2\n");
        Map<String, String> all =
                surroundings("PBS_JOBID", "12.server", "PBS_NODEFILE", nodes.toString(), "PBS_O_WORKDIR",
                        ROOT.toString());
        all.putAll(surroundings(more));
        return all;
    }

    /** Runs a copy, as schedulers do, which have it in a folder of their own. */
    private List<String> script(String name, String... arguments) throws IOException {
        Path copy = Files.copy(ROOT.resolve("jobscripts").resolve(name), folder.resolve(name));
        List<String> command = new ArrayList<>(List.of("bash", copy.toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    private static Processes.Outcome run(Map<String, String> surroundings, List<String> command) throws Exception {
        Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, SECONDS, surroundings, command);
        assertThat("ended in time: " + outcome.output(), outcome.inTime(), is(true));
        return outcome;
    }

    /** Runs a launcher without a job script. */
    private static Processes.Outcome launch(Map<String, String> surroundings, String... words) throws Exception {
        return run(surroundings, Programs.command(List.of(words)));
    }

    private void asks(String words, String name, Map<String, String> surroundings) throws Exception {
        Processes.Outcome outcome = run(surroundings, script(name));
        assertThat(outcome.output(),
                stringContainsInOrder("4 ranks on node1:2 node2:2", "mpirun was asked: " + words + "/"));
        assertThat(outcome.output(), containsString("app.jar org.rmi4mpi.launch.RankMain Main"));
        assertThat("the status of mpirun", outcome.status(), is(3));
    }

    /** Schedulers that an MPI may not know have their nodes named. */
    private static String hosts() throws Exception {
        boolean openMpi = launch(Map.of(), "--version").output().contains("Open MPI");
        return (openMpi ? "--host" : "-hosts") + " node1:2,node2:2 -n 4 ";
    }

    @Test
    @InCheck
    public void theScriptOfPbsNamesNodesAndRanks() throws Exception {
        asks(hosts(), "pbs", pbs());
    }

    @Test
    public void theScriptOfLsfDoes() throws Exception {
        asks(hosts(), "lsf", surroundings("LSB_JOBID", "12", "LSB_MCPU_HOSTS", "node1 2 node2 2", "LS_SUBCWD",
                ROOT.toString()));
    }

    @Test
    public void theScriptOfGridEngineDoes() throws Exception {
        Path nodes =
                Files.writeString(folder.resolve("nodes"), "node1 2 all.q@node1 <NULL>\nnode2 2 all.q@node2 <NULL>\n");
        asks(hosts(), "gridengine", surroundings("JOB_ID", "12", "PE_HOSTFILE", nodes.toString()));
    }

    @Test
    public void theScriptsOfSlurmLeaveTheNodesToTheLauncher() throws Exception {
        asks("-n 4 ", "slurm-mpirun", slurm("SLURM_SUBMIT_DIR", ROOT.toString()));
        Processes.Outcome srun = run(slurm("SLURM_SUBMIT_DIR", ROOT.toString(), "SLURM_CPUS_PER_TASK", "3"),
                script("slurm-srun"));
        assertThat(srun.output(), containsString("mpirun was asked: --kill-on-bad-exit=1 --mpi=pm"));
        assertThat(srun.output(), containsString(" --cpus-per-task=3 -n 4 "));
        assertThat(srun.status(), is(3));
    }

    @Test
    public void theLocalScriptRunsItsRanks() throws Exception {
        Processes.Outcome outcome = run(surroundings("LOGS", folder.resolve("logs").toString()),
                List.of("jobscripts/local", "-cp", "my.jar", "my.Main"));
        assertThat(outcome.output(),
                containsString("mpirun was asked: -n 2 " + ROOT + "/build/lib/rmi4mpi-rank --logs "));
        assertThat(outcome.output(), containsString("my.Main"));
        assertThat(outcome.status(), is(3));
    }

    @Test
    public void sigtermReachesTheLauncherThroughTheScript() throws Exception {
        for (String name : List.of("slurm-mpirun", "pbs")) {
            Map<String, String> surroundings = name.equals("pbs") ? pbs("WAITS", "1")
                    : slurm("WAITS", "1", "SLURM_SUBMIT_DIR", ROOT.toString());
            Processes.Outcome outcome =
                    Processes.signal("TERM", "mpirun waits", Programs.JAVA_HOME, SECONDS, surroundings,
                            script(name));
            assertThat(outcome.output(), containsString("mpirun got SIGUSR1"));
            assertThat(outcome.output(), outcome.status(), is(143));
        }
    }

    @Test
    public void aScriptWithoutALauncherSaysSo() throws Exception {
        Path scripts = Files.createDirectory(folder.resolve("elsewhere"));
        Files.copy(ROOT.resolve("jobscripts/common.sh"), scripts.resolve("common.sh"));
        Processes.Outcome outcome = run(slurm("JOBSCRIPTS", scripts.toString()), script("slurm-mpirun"));
        assertThat(outcome.output(), containsString("no rmi4mpirun on host"));
        assertThat(outcome.status(), is(127));
    }

    @Test
    @InCheck
    public void dryRunPrintsACommandThatAShellTakes() throws Exception {
        Processes.Outcome plan = launch(surroundings(), "--dry-run", "-n", "2", "-cp", "a jar.jar", "Main", "it's");
        assertThat(plan.output(), not(containsString("mpirun was asked")));
        assertThat(plan.status(), is(0));
        Processes.Outcome outcome = run(surroundings(), List.of("sh", "-c", plan.output()));
        assertThat(outcome.output(),
                stringContainsInOrder("mpirun was asked: -n 2 ", "a jar.jar org.rmi4mpi.launch.RankMain Main it's"));
    }

    /** In a folder that mpirun may put its own before. */
    @Test
    public void programsOfOtherLanguagesAreThoseOfThePath() throws Exception {
        program("python3", "#!/bin/sh\n");
        Processes.Outcome outcome = run(surroundings(), List.of(Programs.LAUNCHER, "--dry-run", "-n", "1", "-cp", "x",
                "Main", ":", "-n", "1", "--program", "python3", "peer.py"));
        assertThat(outcome.output(), containsString(" " + folder.resolve("python3") + " peer.py"));
    }

    @Test
    public void theRanksOfANodeShareThreeQuartersOfItsMemory() throws Exception {
        program("java", "#!/bin/sh\necho \"java was given $*\"\n");
        Map<String, String> shares = Map.of("1", "25.00", "4", "18.75", "64", "1.17", "128", "0.58");
        for (Map.Entry<String, String> each : shares.entrySet()) {
            assertThat(rank(each.getKey()), containsString("-XX:MaxRAMPercentage=" + each.getValue() + " "));
        }
        assertThat(rank("4", "-Xmx1g"), not(containsString("MaxRAMPercentage")));
    }

    @Test
    public void theRanksOfANodeShareItsCores() throws Exception {
        program("java", "#!/bin/sh\necho \"java was given $* $MALLOC_ARENA_MAX arenas\"\n");
        String of128 = "-XX:ActiveProcessorCount=128";
        assertThat(rank("64", of128),
                stringContainsInOrder("parallelism=1 ", "-XX:CICompilerCount=2 ",
                        "-XX:ParallelGCThreads=2 -XX:ConcGCThreads=1 ", " 16 arenas"));
        assertThat(rank("4", of128), stringContainsInOrder("parallelism=31 ", "-XX:CICompilerCount=15 ",
                "-XX:ParallelGCThreads=23 -XX:ConcGCThreads=6 ", " 256 arenas"));
        assertThat(rank("1", of128), not(containsString("GCThreads")));
        assertThat(rank("2", "-XX:ActiveProcessorCount=2"), not(containsString("GCThreads")));
        assertThat(rank("64", of128, "-XX:ConcGCThreads=9"), not(containsString("ParallelGCThreads")));
        assertThat(rank("64", of128, "-Xint"), not(containsString("CICompilerCount")));
    }

    /** Two sockets of two cores, each with two hardware threads, numbered as Linux does: the second threads come last. */
    @Test
    public void ranksAreBoundToRangesOfCores() throws Exception {
        for (int cpu = 0; cpu < 8; cpu++) {
            Path topology = Files.createDirectories(folder.resolve("cpu" + cpu + "/topology"));
            Files.writeString(topology.resolve("physical_package_id"), cpu / 2 % 2 + "\n");
            Files.writeString(topology.resolve("core_id"), cpu % 2 + "\n");
        }
        assertThat(coresOfRanks("cores", 2, "0-7"), is("0,4,1,5 2,6,3,7"));
        assertThat(coresOfRanks("cores", 4, "0-7"), is("0,4 1,5 2,6 3,7"));
        assertThat(coresOfRanks("cores", 3, "0-7"), is("0,4 1,5 2,6,3,7"));
        assertThat("more ranks than cores", coresOfRanks("cores", 8, "0-7"), is("0,4 0,4 1,5 1,5 2,6 2,6 3,7 3,7"));
        assertThat("some cores", coresOfRanks("cores", 2, "1,2-3"), is("1 2,3"));
        assertThat(coresOfRanks("socket", 2, "0-7"), is("0,4,1,5 2,6,3,7"));
        assertThat(coresOfRanks("socket", 4, "0-7"), is("0,4,1,5 0,4,1,5 2,6,3,7 2,6,3,7"));
        assertThat(launch(surroundings(), "-n", "2", "--bind", "cores", "Main").output(),
                containsString("rmi4mpi-rank --bind cores "));
        assertThat(launch(surroundings(), "-n", "2", "--bind", "core", "Main").output(),
                containsString("--bind core: expected cores"));
    }

    private String coresOfRanks(String by, int ranks, String cores) throws Exception {
        List<String> all = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            all.add(run(surroundings(),
                    List.of("build/lib/rmi4mpi-bind", by, "" + rank, "" + ranks, cores, "" + folder))
                    .output().strip());
        }
        return String.join(" ", all);
    }

    @Test
    public void aRankThatIsBoundMayUseItsCoresAlone() throws Exception {
        Assume.assumeTrue("one core", Runtime.getRuntime().availableProcessors() > 1);
        program("java", "#!/bin/sh\ngrep Cpus_allowed_list /proc/self/status\n");
        Processes.Outcome outcome = run(
                surroundings("OMPI_COMM_WORLD_LOCAL_SIZE", "99", "OMPI_COMM_WORLD_LOCAL_RANK", "98"),
                List.of("build/lib/rmi4mpi-rank", "--bind", "cores", "none", "" + folder.resolve("java"), "Main"));
        assertThat(outcome.output(), matchesPattern("(?s)Cpus_allowed_list:\t[0-9]+\n"));
    }

    @Test
    public void theJvmTakesItsPartOfTheCores() throws Exception {
        Files.createSymbolicLink(folder.resolve("java"), Programs.JAVA_HOME.resolve("bin/java"));
        for (String collector : List.of("Serial", "Parallel", "G1", "Z")) {
            String flags = rank("64", "-XX:ActiveProcessorCount=128", "-XX:+Use" + collector + "GC",
                    "-XX:+PrintFlagsFinal", "-version");
            assertThat(flags, containsString("Server VM"));
            assertThat(flags, matchesPattern("(?s).*uint ParallelGCThreads += 2 .*"));
            assertThat(flags, matchesPattern("(?s).*intx CICompilerCount += 2 .*"));
        }
    }

    @Test
    public void eachRankReadsAFileOfItsOwn() throws Exception {
        program("java", "#!/bin/sh\necho \"rank read: $(cat)\"\n");
        Files.writeString(folder.resolve("rank-3.txt"), "three");
        for (Map.Entry<String, String> each : Map.of("3", "three", "4", "").entrySet()) {
            Processes.Outcome outcome = run(surroundings("OMPI_COMM_WORLD_RANK", each.getKey()),
                    List.of("build/lib/rmi4mpi-rank", "--stdin", "" + folder, "none", "" + folder.resolve("java"),
                            "Main"));
            assertThat(outcome.output(), is("rank read: " + each.getValue() + "\n"));
        }
        assertThat(launch(surroundings(), "-n", "1", "--stdin", "" + folder, "Main").output(),
                containsString("rmi4mpi-rank --stdin " + folder + " "));
        assertThat(launch(surroundings(), "-n", "1", "--stdin", "/no/such", "Main").output(),
                containsString("--stdin /no/such: expected a rank, or a folder with a file for each rank"));
    }

    @Test
    public void theInputOfTheLauncherGoesToARankOfTheJob() throws Exception {
        assertThat(launch(surroundings(), "-n", "2", "--stdin", "2", "Main").output(),
                containsString("--stdin 2: the job has the ranks 0 to 1"));
        assertThat(launch(surroundings(), "-n", "2", "Main", ":", "-n", "2", "--stdin", "3", "Main").output(),
                containsString("--stdin 3 applies to the whole job: give it before the first program"));
        assertThat(launch(slurm("MPIRUN", "srun"), "--stdin", "3", "Main").output(),
                containsString("was asked: --input=3 "));
        boolean passes = launch(Map.of(), "--version").output().contains("Open MPI v4.");
        assertThat(launch(surroundings(), "--stdin", "1", "-n", "2", "--mpi", "--hostfile", "f", "--", "Main").output(),
                containsString(
                        passes ? "was asked: --stdin 1 -n 2 --hostfile f " : "Give --stdin FOLDER, a folder that"));
    }

    @Test
    public void terminalsAreForOneHostWithAProgramForThem() throws Exception {
        program("screen", "#!/bin/sh\n");
        assertThat(launch(surroundings(), "--terminals", "-n", "2", "--mpi", "--hostfile", "f", "--", "Main").output(),
                containsString("--terminals is for jobs on one host: give each rank a file by --stdin FOLDER"));
        assertThat(launch(surroundings(), "--terminals", "Main").output(),
                containsString("--terminals needs a number of ranks: give -n N"));
        assertThat(launch(surroundings(), "-n", "1", "Main", ":", "-n", "1", "--terminals", "Main").output(),
                containsString("--terminals applies to the whole job: give it before the first program"));
    }

    private String rank(String ranksOfNode, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of("build/lib/rmi4mpi-rank", "none", "" + folder.resolve("java")));
        command.addAll(List.of(options));
        command.add("Main");
        return run(surroundings("OMPI_COMM_WORLD_LOCAL_SIZE", ranksOfNode), command).output();
    }

    @Test
    public void whatTheUserChoosesWins() throws Exception {
        assertThat(launch(pbs(), "-n", "3", "Main").output(), containsString(":2 -n 3 "));
        assertThat(launch(pbs(), "-n", "3", "--mpi", "--host", "x:3", "--", "Main").output(),
                containsString("was asked: -n 3 --host x:3 "));
        assertThat(launch(slurm(), "--mpi", "--map-by", "ppr:1:node", "--", "Main").output(),
                containsString("was asked: --map-by ppr:1:node "));
    }

    @Test
    public void withoutAnMpirunSrunStartsTheRanks() throws Exception {
        Processes.Outcome outcome = launch(slurm("MPIRUN", "/no/such/mpirun"), "Main");
        assertThat(outcome.output(), containsString("was asked: --kill-on-bad-exit=1 "));
        assertThat(outcome.output(), containsString("--cpu-bind=none -n 4 "));
        Processes.Outcome several = launch(slurm("MPIRUN", "srun"), "-n", "1", "Main", ":", "-n", "3", "Other");
        assertThat(several.output(), containsString("srun starts one program"));
        assertThat(several.status(), is(2));
        Processes.Outcome nowhere = launch(surroundings("MPIRUN", "srun"), "-n", "1", "Main");
        assertThat(nowhere.output(), containsString("srun needs an allocation of Slurm"));
    }
}
