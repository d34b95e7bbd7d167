package org.rmi4mpi.tests.runner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The JDKs that tests and benchmarks run on. */
public final class Jdks {
    private Jdks() {}

    /** The JDK that runs this, and one of 25 where the usual folders have it: homes by version. */
    public static Map<Integer, Path> found() throws IOException {
        Map<Integer, Path> found = new TreeMap<>();
        Path folder = Path.of("/usr/lib/jvm");
        if (Files.isDirectory(folder)) {
            try (Stream<Path> homes = Files.list(folder)) {
                homes.filter(home -> Files.isExecutable(home.resolve("bin/java")) && version(home) == 25)
                        .findFirst()
                        .ifPresent(home -> found.put(25, home));
            }
        }
        found.put(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
        return found;
    }

    private static int version(Path home) {
        try (Stream<String> lines = Files.lines(home.resolve("release"))) {
            return lines.filter(line -> line.startsWith("JAVA_VERSION="))
                    .map(line -> Integer.parseInt(line.replaceAll("[^0-9]*([0-9]+).*", "$1")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }
}
