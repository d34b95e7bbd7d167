package org.rmi4mpi.tests.runner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The JDKs that tests and benchmarks run on: homes by version. */
public final class Jdks {
    private static final Path FOLDER = Path.of("/usr/lib/jvm");

    private Jdks() {}

    /** The JDK that runs this. */
    public static Map<Integer, Path> running() {
        return Map.of(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
    }

    /** Returns the JDK that runs this, and JDK 25 if it is in the usual folder. */
    public static Map<Integer, Path> found() throws IOException {
        Map<Integer, Path> found = new TreeMap<>();
        installed(25).ifPresent(home -> found.put(25, home));
        found.putAll(running());
        return found;
    }

    /**
     * Returns the JDK of one version.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Map<Integer, Path> of(String version) throws IOException {
        if (!version.matches("[1-9][0-9]{0,2}")) {
            throw new IllegalArgumentException("JDK=" + version + ": expected a version, such as 17");
        }
        int wanted = Integer.parseInt(version);
        if (running().containsKey(wanted)) {
            return running();
        }
        return Map.of(wanted, installed(wanted).orElseThrow(() -> new IllegalArgumentException("JDK=" + version
                + ": there is none in " + FOLDER + "; set JAVA_HOME to one")));
    }

    private static Optional<Path> installed(int version) throws IOException {
        if (!Files.isDirectory(FOLDER)) {
            return Optional.empty();
        }
        try (Stream<Path> homes = Files.list(FOLDER)) {
            return homes.filter(home -> Files.isExecutable(home.resolve("bin/java")) && version(home) == version)
                    .findFirst();
        }
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
