package org.rmi4mpi.tests.documents;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.Test;
import org.rmi4mpi.tests.runner.OneJdk;

/** docs/errors.md has the lines that the sources write to standard error. */
@OneJdk
public class ErrorsPageTest {
    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final List<String> SOURCES = List.of("src", "facade", "tools", "mpi-bridge", "testing");
    private static final Pattern PRINT = Pattern.compile("System\\.err\\.print(?:ln|f)?\\((.*?)\\);", Pattern.DOTALL);
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final String VALUE = "%[\\w.,]+|\\\\n";
    /** Fewer words may be in any text. */
    private static final int WORDS = 3;

    @Test
    public void everyLineOnStandardErrorIsOnThePage() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/errors.md")).replaceAll("\\s+", " ");
        List<String> missing = new ArrayList<>();
        int lines = 0;
        for (Path source : sources()) {
            Matcher print = PRINT.matcher(Files.readString(source));
            while (print.find()) {
                List<String> phrases = phrases(print.group(1));
                lines++;
                if (!phrases.isEmpty() && phrases.stream().noneMatch(page::contains)) {
                    missing.add(ROOT.relativize(source) + ": " + String.join(" ... ", phrases));
                }
            }
        }
        assertThat("lines on standard error", lines, greaterThan(50));
        assertThat(String.join("\n", missing), missing, empty());
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String folder : SOURCES) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
            }
        }
        return sources;
    }

    /** Returns each run of three words of the literals of an argument. Values stand between them. */
    private static List<String> phrases(String argument) {
        String text = argument.replaceAll("\"\\s*\\+\\s*\"", "");
        List<String> phrases = new ArrayList<>();
        Matcher literal = LITERAL.matcher(text);
        while (literal.find()) {
            for (String part : literal.group(1).split(VALUE)) {
                List<String> words = Stream.of(part.strip().split("\\s+")).toList();
                for (int i = 0; i + WORDS <= words.size(); i++) {
                    phrases.add(String.join(" ", words.subList(i, i + WORDS)));
                }
            }
        }
        return phrases;
    }
}
