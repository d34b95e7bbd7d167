package org.rmi4mpi.tests.documents;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import org.rmi4mpi.tests.runner.JdkTools;

/**
 * A block of Java in a document. An HTML comment on the line before it says how it is tested:
 *
 * <pre>
 * no comment                   whole source files; the block has to compile
 * java: rmi4mpirun -n 2 Main   a program; it is compiled, and run by this command, which may also begin with java
 * java: in NAME                a fragment; it is compiled in tests/docs/NAME.java, in place of the line "// fragment"
 * java: sketch                 not compiled
 * </pre>
 *
 * <p>After a program, the comment {@code output} stands before an indented block: the lines that the program prints, in
 * any order.
 *
 * @param line of the document in which the Java begins, from 1
 * @param mode the comment's text behind {@code java:}; empty where there is none
 * @param output null where the document shows none
 */
record JavaBlock(Path document, int line, String mode, String text, List<String> output) {
    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final Pattern MODE = Pattern.compile("<!-- java: (.*) -->");
    private static final Pattern PUBLIC_TYPE =
            Pattern.compile("(?m)^public (?:final |abstract )*(?:class|interface|enum|record) (\\w+)");
    private static final Pattern MAIN = Pattern.compile("(?m)^    public static void main\\(");
    private static final String HARNESS = "in ";
    private static final String PLACE = "// fragment";

    static List<JavaBlock> of(Path document) throws IOException {
        List<String> lines = Files.readAllLines(document);
        List<JavaBlock> blocks = new ArrayList<>();
        for (int begin = 0; begin < lines.size(); begin++) {
            if (lines.get(begin).equals("```java")) {
                int end = begin + 1 + lines.subList(begin + 1, lines.size()).indexOf("```");
                Matcher mode = MODE.matcher(begin > 0 ? lines.get(begin - 1) : "");
                String text = String.join("\n", lines.subList(begin + 1, end)) + "\n";
                blocks.add(new JavaBlock(document, begin + 2, mode.matches() ? mode.group(1) : "", text,
                        outputAfter(lines.subList(end, lines.size()))));
                begin = end;
            }
        }
        return blocks;
    }

    private static List<String> outputAfter(List<String> lines) {
        int comment = lines.indexOf("<!-- output -->");
        int nextBlock = lines.indexOf("```java");
        if (comment < 0 || nextBlock >= 0 && nextBlock < comment) {
            return null;
        }
        return lines.stream()
                .skip(comment + 1)
                .takeWhile(line -> line.startsWith("    "))
                .map(line -> line.substring(4))
                .toList();
    }

    boolean isSketch() {
        return mode.equals("sketch");
    }

    boolean isProgram() {
        return MAIN.matcher(text).find();
    }

    /** The words of the command that runs it; empty if it is not run. */
    List<String> command() {
        return mode.isEmpty() || isSketch() || mode.startsWith(HARNESS) ? List.of() : List.of(mode.split(" "));
    }

    String place() {
        return place(line);
    }

    private String place(long documentLine) {
        return ROOT.relativize(document.toAbsolutePath()) + ":" + documentLine;
    }

    /**
     * Compiles it into a folder.
     *
     * @param files one file manager for all blocks: opening the jars takes as long as compiling
     * @return the errors, each with its line in the document
     */
    List<String> compile(StandardJavaFileManager files, Path classes) throws IOException {
        files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
        if (!mode.startsWith(HARNESS)) {
            return compile(files, text, 1);
        }
        Path file = ROOT.resolve("tests/docs/" + mode.substring(HARNESS.length()) + ".java");
        if (!Files.exists(file)) {
            return List.of(place() + ": there is no " + ROOT.relativize(file));
        }
        List<String> lines = Files.readAllLines(file);
        List<String> stripped = lines.stream().map(String::strip).toList();
        int at = stripped.indexOf(PLACE);
        if (at < 0) {
            return List.of(ROOT.relativize(file) + ": no line says \"" + PLACE + "\"");
        }
        String whole = String.join("\n", lines.subList(0, at)) + "\n" + text
                + String.join("\n", lines.subList(at + 1, lines.size())) + "\n";
        return compile(files, whole, at + 1);
    }

    /** @param first line of the source that is the block's first */
    private List<String> compile(StandardJavaFileManager files, String source, int first) {
        Matcher type = PUBLIC_TYPE.matcher(source);
        URI name = URI.create("string:///" + (type.find() ? type.group(1) : "Block") + ".java");
        JavaFileObject file = new SimpleJavaFileObject(name, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        DiagnosticCollector<JavaFileObject> told = new DiagnosticCollector<>();
        StringWriter others = new StringWriter();
        if (JdkTools.compiler().getTask(others, files, told, List.of("-proc:none"), null, List.of(file)).call()) {
            return List.of();
        }
        List<String> errors = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> each : told.getDiagnostics()) {
            if (each.getKind() == Diagnostic.Kind.ERROR) {
                errors.add(place(line + each.getLineNumber() - first) + ": " + each.getMessage(Locale.ENGLISH));
            }
        }
        return errors.isEmpty() ? List.of(place() + ": " + others) : errors;
    }

    /** The jars that a user has on the class path. */
    static List<Path> jars() throws IOException {
        return jarsOf("build/lib");
    }

    private static List<Path> jarsOf(String folder) throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
    }

    /** Compiles also against the libraries of the tests, such as JUnit. */
    static StandardJavaFileManager newFileManager() throws IOException {
        StandardJavaFileManager files = JdkTools.compiler().getStandardFileManager(null, null, null);
        List<Path> jars = new ArrayList<>(jars());
        jars.addAll(jarsOf("build/tests"));
        files.setLocationFromPaths(StandardLocation.CLASS_PATH, jars);
        return files;
    }
}
