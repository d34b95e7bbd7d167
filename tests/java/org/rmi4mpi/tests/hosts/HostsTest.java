package org.rmi4mpi.tests.hosts;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.Assume.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.Rule;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;

/** Jobs on hosts that work. */
@Deadline(90)
public class HostsTest {
    private static final int SECONDS_TO_END = 60;

    @Rule
    public final Hosts hosts = new Hosts();

    @Test
    @InCheck
    public void thePlateIsTheSameInAllWays() throws Exception {
        Path picture = Files.createTempFile("plate", ".png");
        String classes = Path.of("build/examples").toAbsolutePath() + "/*";
        try (HostJob job = HostJob.start(3, Map.of(), List.of("--jpvm", "-cp", classes, "e02_plate.PlateTasks",
                "--picture", picture.toString(), "examples/data/small.csv"))) {
            job.endsWell(SECONDS_TO_END);
            assertThat(job.output(), containsString("the four grids are equal, bit for bit"));
        } finally {
            Files.deleteIfExists(picture);
        }
    }

    /** The memory by which ranks wake each other is found by what a rank can map, and not by its path alone. */
    @Test
    public void hostsMayShareTheirSharedMemory() throws Exception {
        hosts.shareMemory();
        try (HostJob job = HostJob.calling(2)) {
            job.endsWell(SECONDS_TO_END);
            assertThat(job.output(), not(containsString("warning")));
        }
    }

    /** Ranks of one host wake each other by its memory, and those of others by the network. */
    @Test
    public void severalRanksOfAHostCallEachOtherAndThoseOfOthers() throws Exception {
        try (HostJob job = HostJob.calling(6, 2)) {
            job.endsWell(SECONDS_TO_END);
        }
    }

    /** Each in a language of its own. Peers have no bell that reaches other hosts. */
    @Test
    @InCheck
    public void ranksOfThreeLanguagesCallEachOther() throws Exception {
        Path root = Path.of("").toAbsolutePath();
        Path python = root.resolve("build/tests/python");
        assumeTrue("no mpi4py, scripts/setup-mpi4py tells why", Files.isExecutable(python));
        try (HostJob job = HostJob.start(1, Map.of(), List.of("-cp",
                root.resolve("build/tests/rmi4mpi-tests.jar").toString(), "org.rmi4mpi.tests.programs.Languages", "1",
                "2",
                ":", "-n", "1", "--program", "env", "ASAN_OPTIONS=detect_leaks=0",
                root.resolve("build/tests/languages").toString(), "1", "2",
                ":", "-n", "1", "--program", "env", "PYTHONPATH=" + root.resolve("peers/python"), python.toString(),
                "tests/python/languages.py", "1", "2"))) {
            job.endsWell(SECONDS_TO_END);
            for (String language : List.of("Java", "C++", "Python")) {
                assertThat(job.output(), containsString("languages in " + language + ": all as expected"));
            }
        }
    }
}
