package org.rmi4mpi.tests.documents;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.StandardJavaFileManager;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.rmi4mpi.tests.jobs.Programs;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.EachJdk;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** The code and the links in README.md and the other documents are right. {@link NamesTest} checks names. */
@Deadline(240)
@OneJdk
public class DocumentsTest {
    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final int SECONDS = 60;
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

    /** The folder for compiled classes. */
    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private static List<Path> documents() throws IOException {
        try (Stream<Path> top = Files.list(ROOT); Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(top, docs).filter(file -> file.toString().endsWith(".md")).sorted().toList();
        }
    }

    private static List<JavaBlock> blocks() throws IOException {
        List<JavaBlock> blocks = new ArrayList<>();
        for (Path document : documents()) {
            blocks.addAll(JavaBlock.of(document));
        }
        return blocks;
    }

    @Test
    public void blocksOfJavaCompile() throws IOException {
        List<String> errors = new ArrayList<>();
        try (StandardJavaFileManager files = JavaBlock.newFileManager()) {
            for (JavaBlock block : blocks()) {
                if (!block.isSketch()) {
                    errors.addAll(block.compile(files, folder.newFolder().toPath()));
                }
            }
        }
        assertThat(String.join("\n", errors), errors, empty());
        assertThat("blocks of Java in documents", blocks().size(), greaterThan(5));
    }

    @Test
    @EachJdk
    public void programsRun() throws Exception {
        List<String> silent = new ArrayList<>();
        try (StandardJavaFileManager files = JavaBlock.newFileManager()) {
            for (JavaBlock block : blocks()) {
                if (!block.command().isEmpty()) {
                    Path classes = folder.newFolder().toPath();
                    assertThat(block.compile(files, classes), empty());
                    run(block, classes, List.of());
                    run(block, classes, List.of("-Drmi4mpi.strict=1"));
                } else if (block.isProgram() && !block.isSketch()) {
                    silent.add(block.place() + ": a program without <!-- java: COMMAND --> before it");
                }
            }
        }
        assertThat(silent, empty());
    }

    private static void run(JavaBlock block, Path classes, List<String> jvmOptions) throws Exception {
        List<String> words = block.command();
        List<String> command = new ArrayList<>();
        if (words.get(0).equals("java")) {
            String jars = JavaBlock.jars().stream().map(Path::toString).collect(Collectors.joining(":"));
            command.addAll(List.of(Programs.JAVA_HOME + "/bin/java", "-cp", classes + ":" + jars));
            command.addAll(jvmOptions);
            command.addAll(words.subList(1, words.size()));
        } else {
            assertThat(block.place(), words.get(0), is("rmi4mpirun"));
            List<String> options = new ArrayList<>(List.of("-cp", classes.toString()));
            options.addAll(jvmOptions);
            options.addAll(words.subList(1, words.size()));
            command = Programs.command(options);
        }
        Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), command);
        assertThat(block.place() + "\n" + outcome.output(), outcome.status(), is(0));
        assertThat(block.place(), outcome.output(), not(containsString("strict mode")));
        if (block.output() != null) {
            assertThat(block.place(), outcome.output().lines().toList(),
                    containsInAnyOrder(block.output().toArray(String[]::new)));
        }
    }

    @Test
    public void linksLeadSomewhere() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Path document : documents()) {
            String text = Files.readString(document);
            Matcher link = LINK.matcher(text);
            while (link.find()) {
                String target = link.group(1);
                if (!target.contains("://") && !leads(document, target)) {
                    wrong.add(place(document, text, link.start()) + ": " + target);
                }
            }
        }
        assertThat(wrong, empty());
    }

    private static boolean leads(Path document, String target) throws IOException {
        String[] parts = target.split("#", 2);
        Path file = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]).normalize();
        return Files.exists(file) && (parts.length == 1 || anchors(file).contains(parts[1]));
    }

    /** Returns the anchors that GitHub makes of headings. */
    private static Set<String> anchors(Path document) throws IOException {
        Set<String> anchors = new HashSet<>();
        for (String line : Files.readAllLines(document)) {
            if (line.startsWith("#")) {
                String heading = line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT);
                anchors.add(heading.replaceAll("[^\\w -]", "").replace(' ', '-'));
            }
        }
        return anchors;
    }

    private static String place(Path document, String text, int at) {
        return ROOT.relativize(document) + ":" + text.substring(0, at).lines().count();
    }
}
