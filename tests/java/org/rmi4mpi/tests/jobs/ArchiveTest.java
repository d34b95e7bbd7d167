package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** The archive of classes from which a rank starts: the JVM uses it where it fits, and is silent where it does not. */
@Deadline(120)
public class ArchiveTest {
    private static final int SECONDS = 60;
    private static final String PROGRAM = "org.rmi4mpi.tests.programs.Misbehave";
    private static final String LOADED = "-Xlog:class+load";
    private static final String FROM_ARCHIVE = "org.rmi4mpi.launch.RankMain source: shared objects file";
    private static final String LINE = "args well of null heap ";

    /** An installation of its own, in "home", and the cache of its user, in "cache". */
    private Path folder;

    @Before
    public void install() throws Exception {
        folder = Files.createTempDirectory("rmi4mpi-archive");
        Path home = Files.createDirectory(folder.resolve("home"));
        for (String each : List.of("bin", "lib")) {
            copy(Path.of("build").toAbsolutePath().resolve(each), home.resolve(each));
        }
        delete(archives());
    }

    @After
    public void removeFolder() throws IOException {
        delete(folder);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private static void delete(Path top) throws IOException {
        if (Files.exists(top)) {
            try (Stream<Path> files = Files.walk(top)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private Path archives() {
        return folder.resolve("home/lib/archives");
    }

    private static List<Path> in(Path archives) throws IOException {
        try (Stream<Path> files = Files.list(archives)) {
            return files.toList();
        }
    }

    private Processes.Outcome run(String... options) throws Exception {
        return run(List.of(folder.resolve("home/bin/rmi4mpirun").toString()), options);
    }

    private Processes.Outcome run(List<String> launcher, String... options) throws Exception {
        List<String> words = new ArrayList<>(launcher);
        words.addAll(List.of("-n", "1", "-XX:TieredStopAtLevel=1"));
        words.addAll(List.of(options));
        words.addAll(List.of("-cp", folder + ":" + JobTest.CLASSES, PROGRAM, "well"));
        Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, SECONDS,
                Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString()), words);
        assertThat("ended in time: " + outcome.output(), outcome.inTime(), is(true));
        String own = String.join("\n", withoutLog(outcome));
        assertThat(own, outcome.status(), is(0));
        assertThat(own, startsWith(LINE));
        return outcome;
    }

    private static List<String> withoutLog(Processes.Outcome outcome) {
        return outcome.output().lines().filter(line -> !line.contains("[class,load]")).toList();
    }

    /** Whether a rank has loaded a class of ours from the archive. */
    private static boolean usesArchive(Processes.Outcome outcome) {
        return outcome.output().contains(FROM_ARCHIVE);
    }

    /** Only the program has printed lines. */
    private static void expectSilence(Processes.Outcome outcome) {
        assertThat(outcome.output().lines().filter(line -> !line.startsWith(LINE)).toList(), empty());
    }

    @Test
    @InCheck
    public void ranksStartFromTheArchiveOfTheBuildWithJarsAndFoldersOfTheUser() throws Exception {
        assertThat(usesArchive(run(List.of(Programs.LAUNCHER), LOADED)), is(true));
    }

    @Test
    public void programsOfJavaRmiStartFromTheArchiveUnderTheAgent() throws Exception {
        assertThat(usesArchive(run(List.of(Programs.LAUNCHER), "--rmi", LOADED)), is(true));
    }

    @Test
    public void theFirstStartMakesTheArchiveAndLaterOnesUseIt() throws Exception {
        expectSilence(run());
        List<Path> made = in(archives());
        assertThat(made, hasSize(1));
        assertThat(usesArchive(run(LOADED)), is(true));
        assertThat(in(archives()), is(made));
    }

    @Test
    @OneJdk
    public void newJarsHaveANewArchive() throws Exception {
        run();
        Path jar = folder.resolve("home/lib/rmi4mpi-core.jar");
        Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
        assertThat(usesArchive(run(LOADED)), is(true));
        assertThat(in(archives()), hasSize(2));
    }

    /** Root may write everywhere, so a file stands where the folder would be. */
    @Test
    @OneJdk
    public void anInstallationThatIsReadOnlyHasItsArchiveInTheCacheOfTheUser() throws Exception {
        Files.createFile(archives());
        expectSilence(run());
        assertThat(in(folder.resolve("cache/rmi4mpi")), hasSize(1));
        assertThat(usesArchive(run(LOADED)), is(true));
    }

    @Test
    @OneJdk
    public void ranksStartWithoutAnArchiveWhereNoneCanBeMade() throws Exception {
        Files.createFile(archives());
        Files.createFile(folder.resolve("cache"));
        expectSilence(run());
        assertThat(usesArchive(run(LOADED)), is(false));
    }

    @Test
    public void anArchiveThatDoesNotFitIsPassedOverInSilence() throws Exception {
        expectSilence(run());
        String[][] differences = {
            {"-XX:+UseSerialGC", "-Xcheck:jni", "--add-opens=java.base/java.io=ALL-UNNAMED"},
            {"-XX:-UseCompressedOops", "--add-modules=java.sql"}, {"-XX:+UseParallelGC", "-Xmx40g"}, {"-Xshare:off"}
        };
        for (String[] options : differences) {
            expectSilence(run(options));
        }
        Path archive = in(archives()).get(0);
        assertThat(archive.toFile().setWritable(true), is(true));
        try (RandomAccessFile file = new RandomAccessFile(archive.toFile(), "rw")) {
            file.setLength(file.length() / 2);
        }
        expectSilence(run());
        Files.writeString(archive, "no archive");
        expectSilence(run());
    }

    @Test
    @OneJdk
    public void anOptionOfTheUserForAnotherArchiveWins() throws Exception {
        assertThat(usesArchive(run("-Xshare:off", LOADED)), is(false));
        assertThat(usesArchive(run("-XX:SharedArchiveFile=" + folder.resolve("none.jsa"), "-Xlog:disable", LOADED)),
                is(false));
    }

    @Test
    @OneJdk
    public void firstStartsAtTheSameTimeMakeOneArchive() throws Exception {
        ExecutorService starters = Executors.newFixedThreadPool(3);
        try {
            Callable<Processes.Outcome> start = this::run;
            for (Future<Processes.Outcome> each : starters.invokeAll(List.of(start, start, start))) {
                expectSilence(each.get());
            }
        } finally {
            starters.shutdown();
        }
        assertThat("no temporary files", in(archives()), hasSize(1));
    }
}
