package org.rmi4mpi.launch;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.Test;

/** The help and the documents list the options as {@link Options} has them. */
public class OptionsTest {
    private static final int COLUMNS = 80;
    private static final Pattern PROPERTY = Pattern.compile("-D(rmi4mpi(?:\\.[a-z]+)+)");
    private static final Pattern LAUNCHER_OPTION = Pattern.compile("^        (--?[a-z]+(?: \\| --?[a-z]+)*)\\)");

    private static List<Options> forUsers() {
        return Stream.of(Options.values()).filter(Options::isForUsers).toList();
    }

    private static String row(Options option) {
        return "| `" + option.usage() + "` | " + (option.sentence() + " " + option.range()).trim() + " |";
    }

    @Test
    public void theDocumentListsAllOptions() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("docs/running.md"));
        List<String> rows = lines.stream()
                .skip(lines.indexOf("## Options"))
                .dropWhile(line -> !line.startsWith("|---"))
                .skip(1)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        assertThat(rows, contains(forUsers().stream().map(OptionsTest::row).toArray()));
    }

    @Test
    public void theLauncherHasTheSameDefault() throws IOException {
        Matcher launcher =
                Pattern.compile("termination_ms=(\\d+)").matcher(Files.readString(Path.of("src/main/bin/rmi4mpirun")));
        assertThat(launcher.find(), is(true));
        assertThat(Integer.parseInt(launcher.group(1)), is(Options.TERMINATION_PATIENCE.value()));
    }

    @Test
    public void theDocumentsNameNoOthers() throws IOException {
        List<String> known = Stream.of(Options.values()).map(Options::property).toList();
        List<String> unknown = new ArrayList<>();
        try (Stream<Path> docs = Files.list(Path.of("docs"))) {
            for (Path file : Stream.concat(docs, Stream.of(Path.of("README.md"))).filter(Files::isRegularFile)
                    .toList()) {
                Matcher matcher = PROPERTY.matcher(Files.readString(file));
                while (matcher.find()) {
                    if (!known.contains(matcher.group(1))) {
                        unknown.add(file + ": " + matcher.group(1));
                    }
                }
            }
        }
        assertThat(unknown, empty());
    }

    @Test
    public void theHelpHasAllOptionsInShortLines() {
        String help = Help.text();
        String joined = help.replaceAll("\\s+", " ");
        for (Options option : forUsers()) {
            assertThat(joined, containsString(" " + option.usage() + " "));
            assertThat(joined, containsString((option.sentence() + " " + option.range()).trim()));
        }
        for (String line : help.lines().toList()) {
            assertThat(line, line.length(), lessThanOrEqualTo(COLUMNS));
        }
    }

    /** The help lists the launcher's own options. Options that the launcher passes on to the JVM are the JDK's. */
    @Test
    public void theHelpHasTheOptionsThatTheLauncherTakes() throws IOException {
        String help = Help.text();
        List<String> taken = Files.readAllLines(Path.of("src/main/bin/rmi4mpirun")).stream()
                .map(LAUNCHER_OPTION::matcher)
                .filter(Matcher::find)
                .flatMap(matcher -> Stream.of(matcher.group(1).split(" \\| ")))
                .filter(word -> !word.equals("-m"))
                .toList();
        assertThat(taken, hasItems("--mpi", "--rmi", "--stay"));
        for (String word : taken) {
            assertThat(help, containsString(word));
        }
    }

    @Test
    public void theNearestNameIsTold() {
        assertThat(UnknownOptions.nearest("rmi4mpi.pols"), is(Options.POLLS));
        assertThat(UnknownOptions.nearest("rmi4mpi.rank"), is(Options.RANKS));
        assertThat(UnknownOptions.nearest("rmi4mpi.Finalise.MS"), is(Options.FINALIZE_GRACE));
        assertThat(UnknownOptions.nearest("rmi4mpi.sleep"), is(Options.LONGEST_SLEEP));
        assertThat(UnknownOptions.nearest("rmi4mpi.mail.mib"), is(Options.MAIL_ROOM));
    }

    @Test
    public void noNameIsToldWhereNoneIsSimilar() {
        assertThat(UnknownOptions.nearest("rmi4mpi.eager.limit"), is(nullValue()));
    }

    @Test
    public void defaultsHoldWhereNothingIsGiven() {
        assertThat(Options.POLLS.value(), is(2000));
        assertThat(Options.LONGEST_SLEEP.value(), is(250_000));
        assertThat(Options.OVERDUE.value(), is(10));
        assertThat(Options.COLLECTION.value(), is(1));
        assertThat(Options.RMI.isSet(), is(false));
    }

    @Test
    public void aSwitchTakesOnlyZeroAndOne() {
        assertThat(valueOf(Options.COLLECTION, "0"), is(0));
        assertThat(valueOf(Options.COLLECTION, "1"), is(1));
        IllegalArgumentException wrong = assertThrows(
                IllegalArgumentException.class, () -> valueOf(Options.COLLECTION, "2"));
        assertThat(wrong.getMessage(), is("-Drmi4mpi.collect=2: expected 0 or 1; default 1"));
        assertThat(valueOf(Options.OVERDUE, "2"), is(2));
    }

    private static int valueOf(Options option, String text) {
        System.setProperty(option.property(), text);
        try {
            return option.value();
        } finally {
            System.clearProperty(option.property());
        }
    }
}
