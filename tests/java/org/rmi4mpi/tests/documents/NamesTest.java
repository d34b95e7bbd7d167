package org.rmi4mpi.tests.documents;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThan;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.Test;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.OneJdk;

/**
 * Every document names things that are there: classes, members, packages, files and make targets. Names stand in backquotes,
 * in a package-info.java in code and link tags. CHANGELOG.md tells of the past. A page that also names what is gone lists
 * it in a line that begins with "Names of then:".
 */
@OneJdk
public class NamesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final List<String> SOURCES = List.of("src", "facade", "mpi-bridge", "tools", "examples", "tests");
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern TAG = Pattern.compile("\\{@(?:code|link)\\s+([^}]+)}");
    private static final Pattern BLOCK = Pattern.compile("(?s)```.*?```");
    private static final Pattern THEN = Pattern.compile("(?m)^Names of then:.*(?:\n.+)*");
    private static final Pattern PYTHON_CLASS = Pattern.compile("(?m)^class (\\w+)");
    private static final Pattern DECLARED =
            Pattern.compile("(?m)^(?:[\\w@]+ |non-|    )*(?:class|@?interface|enum|record) ([A-Za-z]\\w+)");
    private static final Pattern METHOD =
            Pattern.compile("\\b(?!new|public|private|protected|return)\\w+(?:\\[])* ([A-Z]\\w+)\\(");
    private static final Pattern CLASS =
            Pattern.compile("((?:[a-z]\\w*\\.)*)([A-Z][a-zA-Z0-9]*[a-z][a-zA-Z0-9]*)(?:[.#](\\w+))?(?:\\(.*\\))?");
    private static final Pattern PACKAGE = Pattern.compile("[a-z]\\w*(?:\\.[a-z]\\w*)+");
    private static final Pattern FILE = Pattern.compile("[\\w.*-]+(?:/[\\w.*-]+)*\\.(?:c|h|java|md|xml|yml|csv|sh|ftl)"
            + "|[\\w.-]+(?:/[\\w.*-]+)+/?");
    private static final Pattern MAKE = Pattern.compile("(?m)(?:^ {4}|^|`)make ([a-z][a-z0-9-]*)");
    /** Classes of HotSpot, names of JNI, and of PVM. */
    private static final Set<String> FOREIGN = Set.of("G1FullGCPrepareTask", "GCLocker", "ZJNICritical",
            "ShenandoahHumongousMoves", "UseG1GC", "GetPrimitiveArrayCritical", "GetDirectBufferAddress", "PvmTaskHost",
            "PvmNoParent", "PvmBadParam");

    /** With the last words of their package, and without; the folders that declare it. */
    private final Map<String, StringBuilder> classes = new HashMap<>();
    /** The text of all classes of a folder. */
    private final Map<String, StringBuilder> folders = new HashMap<>();
    private final Set<String> methods = new HashSet<>();
    private final Set<String> jdk = new HashSet<>();
    private final Set<String> packages = new HashSet<>();
    private final Set<String> paths = new HashSet<>();
    private final List<String> wrong = new ArrayList<>();

    @Test
    @InCheck
    public void namesAreThere() throws IOException {
        readTree();
        readJdk();
        int names = 0;
        for (Path document : documents()) {
            boolean isJava = document.toString().endsWith(".java");
            String text = Files.readString(document);
            if (isJava) {
                text = text.replaceAll("\n \\* *", " ");
            }
            String then = THEN.matcher(text).results().map(MatchResult::group).reduce("", String::concat);
            String prose = isJava ? text : BLOCK.matcher(text).replaceAll("");
            for (MatchResult code : (isJava ? TAG : CODE).matcher(prose).results().toList()) {
                names++;
                check(document, code.group(1), then);
            }
            MAKE.matcher(commands(text)).results().forEach(make -> checkTarget(document, make.group(1)));
        }
        assertThat(names, greaterThan(1000));
        assertThat(String.join("\n", wrong), new TreeSet<>(wrong), empty());
    }

    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>();
        try (Stream<Path> top = Files.list(ROOT); Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            Stream.concat(top, docs).filter(file -> file.toString().endsWith(".md") && !file.endsWith("CHANGELOG.md"))
                    .sorted().forEach(documents::add);
        }
        for (String folder : SOURCES) {
            if (Files.exists(ROOT.resolve(folder))) {
                try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                    files.filter(file -> file.endsWith("package-info.java")).sorted().forEach(documents::add);
                }
            }
        }
        return documents;
    }

    private void readTree() throws IOException {
        try (Stream<Path> all = Files.walk(ROOT)) {
            for (Path file : (Iterable<Path>) all::iterator) {
                String path = ROOT.relativize(file).toString();
                if (path.startsWith("build/") || path.startsWith(".git/")) {
                    continue;
                }
                paths.add(path);
                if (path.endsWith(".java")) {
                    readClasses(path, Files.readString(file));
                } else if (path.endsWith(".py")) {
                    PYTHON_CLASS.matcher(Files.readString(file)).results().forEach(found -> {
                        classes.computeIfAbsent(found.group(1), c -> new StringBuilder());
                        classes.computeIfAbsent("rmi4mpi." + found.group(1), c -> new StringBuilder());
                    });
                }
            }
        }
    }

    private void readClasses(String path, String text) {
        String folder = path.substring(0, path.lastIndexOf('/'));
        String name = folder.replaceFirst("^.*?\\bjava/", "").replace('/', '.');
        packages.add(name);
        METHOD.matcher(text).results().forEach(method -> methods.add(method.group(1)));
        folders.computeIfAbsent(folder, f -> new StringBuilder()).append(text);
        for (MatchResult declared : DECLARED.matcher(text).results().toList()) {
            String simple = declared.group(1);
            classes.computeIfAbsent(simple, c -> new StringBuilder()).append(folder).append('\n');
            for (String suffix = name; !suffix.isEmpty(); suffix = suffix.replaceFirst("^\\w+\\.?", "")) {
                classes.computeIfAbsent(suffix + "." + simple, c -> new StringBuilder()).append(folder).append('\n');
            }
        }
    }

    private void check(Path document, String name, String then) {
        Matcher type = CLASS.matcher(name);
        boolean isWrong = false;
        if (type.matches()) {
            isWrong = !isClass(type.group(1) + type.group(2), type.group(3));
        } else if (isForUsers(document)) {
            isWrong = false; // files and packages of users
        } else if (FILE.matcher(name).matches()) {
            isWrong = !name.startsWith("build/") && !isPath(name);
        } else if (PACKAGE.matcher(name).matches()) {
            isWrong = !name.matches("(?:rmi4mpi|sun)\\..*") && !classes.containsKey(name)
                    && packages.stream().noneMatch(each -> ("." + each + ".").contains("." + name + "."))
                    && !isPath(name);
        }
        if (isWrong && !then.contains("`" + name + "`")) {
            wrong.add(ROOT.relativize(document) + ": " + name);
        }
    }

    /** Whether a page is for users, who have files and packages of their own. */
    private static boolean isForUsers(Path document) {
        return document.endsWith("README.md") || document.getParent().equals(ROOT.resolve("docs"));
    }

    /** Returns the lines with commands, and the code within lines. */
    private static String commands(String text) {
        String blocks = BLOCK.matcher(text).results().map(MatchResult::group).reduce("", String::concat);
        String rest = BLOCK.matcher(text).replaceAll("").lines().filter(line -> line.startsWith("    ")
                || line.contains("`")).map(line -> line.startsWith("    ") ? line : line.substring(line.indexOf('`')))
                .collect(Collectors.joining("\n"));
        return blocks + "\n" + rest;
    }

    private void checkTarget(Path document, String target) {
        try {
            String makefile = Files.readString(ROOT.resolve("Makefile"));
            if (!Pattern.compile("(?m)^" + target + ":").matcher(makefile).find() && !target.matches("test-[0-9]")) {
                wrong.add(ROOT.relativize(document) + ": make " + target);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private boolean isClass(String name, String member) {
        StringBuilder where = classes.get(name);
        if (where == null) {
            String simple = name.substring(name.lastIndexOf('.') + 1);
            return jdk.contains(name) || FOREIGN.contains(name) || methods.contains(simple);
        }
        return member == null || where.toString().lines()
                .anyMatch(folder -> Pattern.compile("\\b" + member + "\\b").matcher(folders.get(folder)).find());
    }

    private boolean isPath(String name) {
        Pattern wanted =
                Pattern.compile("(?:.*/)?" + name.replaceFirst("/$", "").replace(".", "\\.").replace("*", "[^/]*")
                        .replace("\\.\\.\\.", ".*") + "(?:\\.java)?");
        return paths.stream().anyMatch(path -> wanted.matcher(path).matches());
    }

    private void readJdk() throws IOException {
        try (Stream<Path> all = Files.walk(FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules"))) {
            all.map(Path::toString).filter(path -> path.endsWith(".class")).forEach(path -> {
                String name = path.replaceFirst("/modules/[^/]*/", "").replace(".class", "").replaceAll("[/$]", ".");
                packages.add(name.substring(0, Math.max(0, name.lastIndexOf('.'))));
                jdk.add(name);
                jdk.add(name.substring(name.lastIndexOf('.') + 1));
            });
        }
    }
}
