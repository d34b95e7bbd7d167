package org.rmi4mpi.testing;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A job whose ranks run one test. Started by rmi4mpirun, which is looked for in {@code RMI4MPI_HOME}, on {@code PATH}, and
 * beside the jars; else by {@code mpirun}, with the libraries of rmi4mpi-natives.jar.
 */
final class RankJob {
    /** How long the report of waits may take. */
    private static final int REPORT_S = 20;

    private final int ranks;
    private final int seconds;
    private final List<String> options;

    RankJob(int ranks, int seconds, String... options) {
        if (ranks < 1) {
            throw new IllegalArgumentException(ranks + " ranks < 1: a test runs on at least one rank");
        } else if (seconds < 1) {
            throw new IllegalArgumentException(seconds + " s < 1: a job needs some time");
        }
        this.ranks = ranks;
        this.seconds = seconds;
        this.options = List.of(options);
    }

    /**
     * Runs the test, and returns if it has passed at all ranks.
     *
     * @param test the arguments of {@link RankTest#main}
     * @throws AssertionError if it failed at a rank
     */
    void run(String... test) throws Throwable {
        Path folder = Files.createTempDirectory("rmi4mpi-test");
        try {
            report(folder, start(folder, test));
        } finally {
            delete(folder);
        }
    }

    /** Returns why the job did not end by itself; empty if it did. */
    private Optional<String> start(Path folder, String... test) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command(folder, test)).redirectErrorStream(true)
                .redirectOutput(output(folder).toFile()).redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.environment().putIfAbsent("OMPI_ALLOW_RUN_AS_ROOT", "1"); // as rmi4mpirun does
        builder.environment().putIfAbsent("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        builder.environment().putIfAbsent("OMPI_MCA_rmaps_base_oversubscribe", "1");
        builder.environment().putIfAbsent("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe");
        Process job = builder.start();
        try {
            if (!job.waitFor(seconds, TimeUnit.SECONDS)) {
                return Optional.of("the job has not ended within " + seconds + " s: if it needs more time, give it"
                        + " seconds = " + 2 * seconds + waits(folder, job));
            }
            return job.exitValue() == 0 ? Optional.empty()
                    : Optional.of("the job ended with status " + job.exitValue());
        } finally {
            end(job);
        }
    }

    /** What the ranks wait for, as rmi4mpirun --why tells it. */
    private static String waits(Path folder, Process job) throws IOException, InterruptedException {
        Optional<Path> launcher = launcher();
        if (launcher.isEmpty()) {
            return "";
        }
        Path report = folder.resolve("waits.log");
        Process why = new ProcessBuilder(launcher.get().toString(), "--why", Long.toString(job.pid()))
                .redirectErrorStream(true).redirectOutput(report.toFile()).start();
        if (!why.waitFor(REPORT_S, TimeUnit.SECONDS)) {
            end(why);
        }
        return outputOf(folder, report.getFileName().toString());
    }

    private static void end(Process job) throws InterruptedException {
        List<ProcessHandle> below = job.descendants().toList();
        job.destroy();
        if (!job.waitFor(5, TimeUnit.SECONDS)) {
            job.destroyForcibly();
        }
        below.forEach(ProcessHandle::destroyForcibly);
    }

    private List<String> command(Path folder, String... test) {
        List<String> command = new ArrayList<>();
        Optional<Path> launcher = launcher();
        command.add(launcher.map(Path::toString).orElse("mpirun"));
        command.addAll(List.of("-n", String.valueOf(ranks)));
        if (launcher.isPresent()) {
            command.addAll(List.of("--logs", folder.toString()));
        } else {
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        }
        command.add("-D" + RankTest.FOLDER + "=" + folder);
        command.addAll(options);
        command.addAll(List.of("-cp", classPath(), RankTest.class.getName()));
        command.addAll(Arrays.asList(test));
        return command;
    }

    /** Maven's Surefire may give its class path by the manifest of a jar of its own. */
    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private static Optional<Path> launcher() {
        List<Path> places = new ArrayList<>();
        String home = System.getProperty("rmi4mpi.home", System.getenv("RMI4MPI_HOME"));
        if (home != null) {
            places.add(Path.of(home, "bin"));
        }
        for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            places.add(Path.of(folder));
        }
        try {
            Path jar = Path.of(RankJob.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            places.add(jar.resolveSibling("../bin").normalize());
        } catch (URISyntaxException | RuntimeException e) {
            // These classes were not loaded from a file. The other places remain.
        }
        return places.stream().map(place -> place.resolve("rmi4mpirun")).filter(Files::isExecutable).findFirst();
    }

    /** Throws what the ranks and the job tell: the first failure, with those of other ranks. */
    private void report(Path folder, Optional<String> end) throws Throwable {
        Throwable failure = null;
        Throwable assumption = null;
        for (int rank = 0; rank < ranks; rank++) {
            RankOutcome outcome = RankOutcome.read(folder, rank);
            if (outcome == null || outcome.isPassed()) {
                continue;
            } else if (outcome.isAborted()) {
                assumption = outcome.failure();
                continue;
            }
            AssertionError told = new AssertionError("rank " + rank + " of " + ranks + ": " + outcome.failure().getMessage()
                    + outputOf(folder, "rank-" + rank + ".log"), outcome.failure());
            if (failure == null) {
                failure = told;
            } else {
                failure.addSuppressed(told);
            }
        }
        if (failure == null && assumption != null) {
            throw assumption;
        } else if (failure == null && (end.isPresent() || isMissing(folder))) {
            failure = new AssertionError(end.orElse("a rank has not told how its test ended") + outputs(folder));
        }
        if (failure != null) {
            throw failure;
        }
    }

    private boolean isMissing(Path folder) {
        return Stream.iterate(0, rank -> rank + 1).limit(ranks).anyMatch(rank -> !Files.exists(RankOutcome.file(folder, rank)));
    }

    private String outputs(Path folder) throws IOException {
        StringBuilder all = new StringBuilder();
        for (int rank = 0; rank < ranks; rank++) {
            all.append(outputOf(folder, "rank-" + rank + ".log"));
        }
        return all.append(outputOf(folder, output(folder).getFileName().toString())).toString();
    }

    private static String outputOf(Path folder, String file) throws IOException {
        Path log = folder.resolve(file);
        if (!Files.exists(log) || Files.size(log) == 0) {
            return "";
        }
        String name = file.substring(0, file.lastIndexOf('.'));
        return "\n--- output of " + name + ":\n" + Files.readString(log).stripTrailing();
    }

    private static Path output(Path folder) {
        return folder.resolve("mpirun.log");
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
