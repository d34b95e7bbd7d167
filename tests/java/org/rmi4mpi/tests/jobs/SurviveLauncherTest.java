package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/**
 * The launcher of a job that goes on without lost ranks, with a stand-in for mpirun: a script, so that the job may have other
 * hosts. Its rank on this host ends first.
 */
@Deadline(120)
@OneJdk
public class SurviveLauncherTest {
    private static final int SECONDS = 60;
    private static final String RANK_OF_THIS_HOST = "( exec -a org.rmi4mpi.launch.RankMain sleep 2 )\n";

    /** For a launcher that takes its MPI to be Open MPI 5, a stand-in for mpirun, and what the ranks tell. */
    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private Path launcher;

    @Before
    public void copyLauncher() throws IOException {
        launcher = folder.newFolder("bin").toPath().resolve("rmi4mpirun");
        Files.copy(Path.of(Programs.LAUNCHER).toRealPath(), launcher, StandardCopyOption.COPY_ATTRIBUTES);
        Path lib = folder.newFolder("lib").toPath();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("build/lib").toAbsolutePath())) {
            for (Path file : files) {
                if (!file.endsWith("rmi4mpi.conf")) {
                    Files.createSymbolicLink(lib.resolve(file.getFileName()), file);
                }
            }
        }
        Files.writeString(lib.resolve("rmi4mpi.conf"), "built_with='Open MPI v5.0.11'\n");
    }

    private Processes.Outcome run(String script) throws Exception {
        Path mpirun = folder.getRoot().toPath().resolve("mpirun");
        Files.writeString(mpirun, """
                #!/bin/bash
                for word; do
                    case $word in -Drmi4mpi.job=*) job=${word#*=} ;; esac
                done
                """ + script);
        assertThat(mpirun.toFile().setExecutable(true), is(true));
        Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, SECONDS,
                Map.of("MPIRUN", mpirun.toString(), "XDG_CACHE_HOME", folder.getRoot().toString()),
                List.of(launcher.toString(), "--survive", "-n", "2", "-cp", JobTest.CLASSES,
                        "org.rmi4mpi.tests.programs.Surviving"));
        assertThat("ended in time: " + outcome.output(), outcome.inTime(), is(true));
        try (Stream<Path> left = Files.list(folder.getRoot().toPath().resolve("rmi4mpi/jobs"))) {
            assertThat("files of the job that are left", left.toList(), empty());
        }
        return outcome;
    }

    @Test
    public void ranksOfOtherHostsGoOnAfterTheLastOfThisHost() throws Exception {
        Processes.Outcome outcome = run(RANK_OF_THIS_HOST + """
                sleep 9
                echo "0 1 2" >"$job.end.1"
                echo the other rank has ended
                """);
        assertThat(outcome.output(), containsString("the other rank has ended"));
        assertThat(outcome.output(), outcome.status(), is(0));
    }

    @Test
    public void mpirunIsEndedWhereItHangsAfterAllRanks() throws Exception {
        Processes.Outcome outcome = run(RANK_OF_THIS_HOST + """
                echo "3 1 2" >"$job.end.1"
                sleep 600
                echo mpirun has gone on
                """);
        assertThat(outcome.output(), not(containsString("mpirun has gone on")));
        assertThat(outcome.output(), outcome.status(), is(3));
    }

    @Test
    public void mpirunIsEndedWhereItHangsAfterAnAbort() throws Exception {
        Processes.Outcome outcome = run("""
                echo 7 >"$job.abort"
                sleep 600
                """);
        assertThat(outcome.output(), outcome.status(), is(7));
    }
}
