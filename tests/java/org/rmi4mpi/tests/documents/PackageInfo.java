package org.rmi4mpi.tests.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A package-info.java. It names a class by a link, as code, or in the first column of its table of classes.
 *
 * @param text in one line
 */
record PackageInfo(Path file, String text) {
    static final String TABLE = "Who does what";

    private static final String NAME = "package-info.java";
    private static final Pattern MARKED = Pattern.compile("\\{@(?:link|code) ([\\w.]+)");
    private static final Pattern LINKED = Pattern.compile("\\{@link (org\\.rmi4mpi\\.[\\w.]+)");
    private static final Pattern ROWS = Pattern.compile("<caption>" + TABLE + "</caption>(.*?)</table>");
    private static final Pattern FIRST_CELL = Pattern.compile("<tr><td>(.*?)</td>");

    static List<PackageInfo> in(Path root, String... folders) throws IOException {
        List<PackageInfo> all = new ArrayList<>();
        for (Path file : sources(root, folders)) {
            if (file.endsWith(NAME)) {
                String text = Files.readString(root.resolve(file)).replaceAll("\\s*\\n \\* *", " ");
                all.add(new PackageInfo(file, text));
            }
        }
        return all;
    }

    /** Returns the files of Java below the root, sorted. */
    static Set<Path> sources(Path root, String... folders) throws IOException {
        Set<Path> sources = new TreeSet<>();
        for (String folder : folders) {
            try (Stream<Path> files = Files.walk(root.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".java")).map(root::relativize).forEach(sources::add);
            }
        }
        return sources;
    }

    /** Returns what is wrong with the names of the package's classes, each with what to do. */
    List<String> wrongNames(Set<Path> sources) {
        Set<String> classes = new TreeSet<>();
        for (Path source : sources) {
            if (source.getParent().equals(file.getParent()) && !source.equals(file)) {
                classes.add(source.getFileName().toString().replace(".java", ""));
            }
        }
        Set<String> listed = listed();
        Set<String> named = new HashSet<>(listed);
        MARKED.matcher(text).results().forEach(name -> named.addAll(Arrays.asList(name.group(1).split("\\."))));
        List<String> wrong = new ArrayList<>();
        for (String each : classes) {
            if (!named.contains(each)) {
                wrong.add(file + " does not name " + each + ": add it to the table \"" + TABLE
                        + "\", under its role, with a short phrase");
            }
        }
        for (String each : listed) {
            if (!classes.contains(each)) {
                wrong.add(file + " lists " + each + ", which is not in its package: take it out, or give its new name");
            }
        }
        return wrong;
    }

    /** Returns the names in the first column of the table. */
    private Set<String> listed() {
        Set<String> listed = new TreeSet<>();
        for (MatchResult rows : ROWS.matcher(text).results().toList()) {
            for (MatchResult cell : FIRST_CELL.matcher(rows.group(1)).results().toList()) {
                listed.addAll(Arrays.asList(cell.group(1).replaceAll("\\{@\\w+ |}", "").trim().split(", *")));
            }
        }
        return listed;
    }

    /** Returns the links to classes and packages of ours that are not there. */
    List<String> deadLinks(Set<Path> sources) {
        List<String> dead = new ArrayList<>();
        for (MatchResult link : LINKED.matcher(text).results().toList()) {
            String topLevel = link.group(1).replaceFirst("(\\.[A-Z]\\w*)\\..*", "$1");
            String path = topLevel.replace('.', '/');
            if (sources.stream().noneMatch(each -> each.endsWith(path + ".java") || each.endsWith(path + "/" + NAME))) {
                dead.add(file + ": " + link.group(1) + " is not there");
            }
        }
        return dead;
    }
}
