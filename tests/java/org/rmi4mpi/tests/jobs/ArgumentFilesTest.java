package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** Argument files, {@code @file}, mean to the launcher what they mean to java. An mpirun prints what it is asked. */
@Deadline(90)
@OneJdk
public class ArgumentFilesTest {
    private static final int SECONDS = 30;
    private static final String MAIN = "org.rmi4mpi.tests.programs.Arguments";
    private static final String CHARACTERS = "aab \t\n\n\"'\\#@nrtf\f";

    /** For argument files and an mpirun. */
    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    @Before
    public void makeMpirun() throws IOException {
        Path mpirun = file("mpirun", """
                #!/bin/bash
                for word; do printf '%s' "$word" | od -An -v -tx1 | tr -d ' \\n'; echo; done
                """);
        assertThat(mpirun.toFile().setExecutable(true), is(true));
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.getRoot().toPath().resolve(name), text);
    }

    private String at(String name) {
        return "@" + folder.getRoot().toPath().resolve(name);
    }

    private static String hex(String word) {
        return HexFormat.of().formatHex(word.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the output of the launcher. */
    private Processes.Outcome launch(String... words) throws Exception {
        return Processes.run(Programs.JAVA_HOME, SECONDS,
                Map.of("MPIRUN", folder.getRoot().toPath().resolve("mpirun").toString()),
                Programs.command(List.of(words)));
    }

    /** Returns the words after the launcher's main class, as hexadecimal digits. */
    private List<String> afterMain(String... words) throws Exception {
        Processes.Outcome outcome = launch(words);
        assertThat(outcome.output(), outcome.status(), is(0));
        List<String> lines = outcome.output().lines().toList();
        return lines.subList(lines.indexOf(hex("org.rmi4mpi.launch.RankMain")) + 1, lines.size());
    }

    private List<String> byJava(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(Programs.JAVA_HOME + "/bin/java", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of(words));
        Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), command);
        assertThat(outcome.output(), outcome.status(), is(0));
        List<String> lines = new ArrayList<>(List.of(hex(MAIN)));
        lines.addAll(outcome.output().lines().toList());
        return lines;
    }

    private void meansTheSame(String text) throws Exception {
        file("words", "-cp " + JobTest.CLASSES + " " + MAIN + " first\n" + text + "\nlast");
        assertThat(text, afterMain("-n", "1", at("words")), is(byJava(at("words"))));
    }

    @Test
    @InCheck
    public void wordsQuotesEscapesAndComments() throws Exception {
        meansTheSame("""
                a  b\tc # a comment
                # a line of it
                "two words" 'and "these"' un"quo"ted "" 'it''s'
                "\\\\ \\" \\n \\t \\x" back\\slash
                "joined \\
                    lines" "ends with the line
                @no.file @@x
                """);
    }

    @Test
    public void randomText() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
        }
        try {
            meansTheSame(text.toString());
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed, e);
        }
    }

    @Test
    @InCheck
    public void filesStandForOptionsAndTheirValuesBeforeTheMainClassAlone() throws Exception {
        file("options", "-Xmx64m -n 2 # of ranks");
        file("path", "'" + JobTest.CLASSES + "'");
        List<String> words = afterMain(at("options"), "-cp", at("path"), MAIN, at("options"), "@@x", "@");
        assertThat(words, is(byJava("-cp", at("path"), MAIN, at("options"), "@@x", "@")));
        assertThat(launch("--dry-run", at("options"), "-cp", at("path"), MAIN).output(),
                containsString("mpirun -n 2 "));
        assertThat("a word that is no file", afterMain("-n", "1", "@@Main").get(0), is(hex("@Main")));
        assertThat("the same", afterMain("-n", "1", "--disable-@files", at("options")).get(0), is(hex(at("options"))));
    }

    @Test
    public void aFileMayHaveSeveralPrograms() throws Exception {
        file("job", "-n 1 -cp x Server 1\n: -n 2 Client");
        List<String> words = afterMain(at("job"), "more");
        assertThat(words.subList(0, 5), is(List.of(hex("Server"), hex("1"), hex(":"), hex("-n"), hex("2"))));
        assertThat(words.subList(words.size() - 2, words.size()), is(List.of(hex("Client"), hex("more"))));
    }

    @Test
    public void aFileThatIsNotThereIsTold() throws Exception {
        Processes.Outcome outcome = launch("-n", "2", "@no/such/file", "Main");
        assertThat(outcome.output(), containsString("the argument file no/such/file cannot be read"));
        assertThat(outcome.status(), is(2));
    }
}
