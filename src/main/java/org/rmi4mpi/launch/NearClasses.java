package org.rmi4mpi.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Suggests classes for a name that was not found: the same class in another package, or a similar spelling. Stateless.
 */
final class NearClasses {
    private static final int DEEPEST = 20;
    private static final int MOST_FILES = 20_000;
    private static final int MOST_TOLD = 5;
    private static final String SUFFIX = ".class";

    private NearClasses() {}

    /** Up to five suggestions, separated by commas; empty if there are none. */
    static String to(String name, String[] classPath) {
        String wanted = simpleName(name);
        return Stream.of(classPath)
                .flatMap(NearClasses::classes)
                .filter(found -> isNear(wanted, simpleName(found)))
                .distinct()
                .sorted()
                .limit(MOST_TOLD)
                .collect(Collectors.joining(", "));
    }

    private static Stream<String> classes(String entry) {
        Path path = Path.of(entry.isEmpty() ? "." : entry);
        try {
            return Files.isDirectory(path) ? inFolder(path) : Files.isRegularFile(path) ? inJar(path) : Stream.empty();
        } catch (IOException | UncheckedIOException e) {
            return Stream.empty(); // An unreadable entry yields no suggestions.
        }
    }

    private static Stream<String> inFolder(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder, DEEPEST)) {
            return named(files.limit(MOST_FILES).map(file -> folder.relativize(file).toString()));
        }
    }

    private static Stream<String> inJar(Path jar) throws IOException {
        try (ZipFile file = new ZipFile(jar.toFile())) {
            return named(file.stream().limit(MOST_FILES).map(ZipEntry::getName));
        }
    }

    private static Stream<String> named(Stream<String> files) {
        return files.filter(file -> file.endsWith(SUFFIX))
                .map(file -> file.substring(0, file.length() - SUFFIX.length()).replace('/', '.'))
                .toList()
                .stream();
    }

    private static String simpleName(String name) {
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1);
    }

    private static boolean isNear(String wanted, String found) {
        return found.equalsIgnoreCase(wanted)
                || !found.contains("$") && wanted.length() > 2
                        && isOneEditAway(wanted.toLowerCase(Locale.ROOT), found.toLowerCase(Locale.ROOT));
    }

    /** Whether the strings differ by one inserted, deleted, replaced or swapped letter. */
    private static boolean isOneEditAway(String a, String b) {
        int from = 0;
        while (from < Math.min(a.length(), b.length()) && a.charAt(from) == b.charAt(from)) {
            from++;
        }
        String restA = a.substring(from);
        String restB = b.substring(from);
        return restA.length() > 0 && restA.substring(1).equals(restB)
                || restB.length() > 0 && restB.substring(1).equals(restA)
                || restA.length() > 0 && restB.length() > 0 && restA.substring(1).equals(restB.substring(1))
                || restA.length() > 1 && restB.length() > 1 && restA.charAt(0) == restB.charAt(1)
                        && restA.charAt(1) == restB.charAt(0) && restA.substring(2).equals(restB.substring(2));
    }
}
