package org.rmi4mpi.tests.runner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The JDKs that tests and benchmarks run on: homes by version. */
public final class Jdks {
    /** Where systems have their JDKs, and where scripts/setup-jdk21 puts one. */
    private static final List<Path> FOLDERS = List.of(Path.of("/usr/lib/jvm"), Path.of("build/jdks"));

    private Jdks() {}

    /** The JDK that runs this. */
    public static Map<Integer, Path> running() {
        return Map.of(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
    }

    /** Returns the JDK that runs this, and JDK 25 if it is installed. */
    public static Map<Integer, Path> found() throws IOException {
        return found(25);
    }

    /** Returns the JDK that runs this, and those of some versions that are installed. */
    static Map<Integer, Path> found(int... versions) throws IOException {
        Map<Integer, Path> found = new TreeMap<>();
        for (int version : versions) {
            installed(version).ifPresent(home -> found.put(version, home));
        }
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
                + ": there is none in " + FOLDERS + "; set JAVA_HOME to one")));
    }

    private static Optional<Path> installed(int version) throws IOException {
        for (Path folder : FOLDERS) {
            if (Files.isDirectory(folder)) {
                try (Stream<Path> homes = Files.list(folder)) {
                    Optional<Path> found = homes.filter(home -> Files.isExecutable(home.resolve("bin/java"))
                            && version(home) == version).findFirst();
                    if (found.isPresent()) {
                        return found.map(Path::toAbsolutePath);
                    }
                }
            }
        }
        return Optional.empty();
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
