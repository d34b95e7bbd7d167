package org.rmi4mpi.tests.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Runs all tests on each JDK, or some of them on one: those of 1, 2, 3 and 4 ranks, of whole jobs, of documents and
 * examples, the hostile ones, those of the serializer and the unit tests. Runs four groups at once: two from the front of
 * the queue, whose tests start jobs and wait for them, and two from its end, whose tests compute. So the cores are busy
 * throughout. The short groups stand in the middle and come last. Of three JDKs, the one between runs some of them. Ends
 * with one line, "N passed, N failed".
 */
public final class TestRun implements Runnable {
    private static final int SECONDS_PER_JOB = 1_800;
    private static final int MOST_RANKS = 4;
    private static final int LANES = 4;
    private static final String JOBS = "jobs";
    private static final String HOSTILE = "hostile";
    private static final String DOCUMENTS = "documents";
    private static final String SERIAL = "serial";
    private static final String UNIT = "unit";
    /** Folders of tests that run in one JVM, or start their jobs themselves, in the order of the queue. */
    private static final List<String> FOLDERS = List.of(JOBS, HOSTILE, DOCUMENTS, UNIT);
    /** The tests of a folder are shared out among so many groups, each with a JVM of its own. */
    private static final Map<String, Integer> PARTS = Map.of(JOBS, 3);
    private static final String RANKS = "ranks";
    private static final int RANKS_OF_THE_NEWEST_JDK = 2;
    private static final int RANKS_OF_THE_JDK_BETWEEN = 3;
    /** The folder of which a JDK between the one that runs this and the newest runs all. Of some it runs a selection. */
    private static final String FOLDER_OF_EACH_JDK = UNIT;
    /** Folders whose tests start jobs, and wait for them. */
    private static final List<String> FOLDERS_OF_JOBS = List.of(JOBS, HOSTILE, DOCUMENTS);
    private static final int[] VERSIONS = {21, 25};
    /** The argument of a run for developers, in place of numbers of ranks. */
    private static final String CHECK = "check";
    private static final int RANKS_OF_CHECK = 2;
    /** The argument of a run of the tests that ONLY picks, in place of numbers of ranks; the number of ranks follows. */
    private static final String ONE = "one";
    /** The argument of a run on several hosts, in place of numbers of ranks; with "quick" some tests, on one JDK. */
    private static final String HOSTS = "hosts";
    private static final int RANKS_OF_HOSTS = 3;
    /** The argument, and the folder, of tests that need a Slurm, which the Makefile looks for. */
    private static final String SLURM = "slurm";
    private static final Path RESULTS = Path.of("build/tests");
    /** A text in the names of the tests that run. */
    private static final String ONLY = System.getProperty(RankTests.ONLY, "");
    /** The version of the one JDK to run on. */
    private static final String JDK = "rmi4mpi.test.jdk";
    /**
     * Jobs of two ranks and the unit tests use both compilers, and so do the tests of the serializer on the newest of several
     * JDKs. Jobs of one and two ranks use -Xcheck:jni. The others take half as long.
     */
    private static final String ONE_COMPILER = "-XX:TieredStopAtLevel=1";

    /**
     * A group of tests that runs in one process, or in several ranks.
     *
     * @param ranks 0 for the tests of one JVM
     * @param folder of the tests
     * @param part of the folder's tests, from 1
     * @param selection of the folder's tests
     * @param other whether another JDK runs the tests that need only one
     * @param backwards whether the last class comes first, so that two JDKs are not in the same test
     */
    private record Job(int jdk, Path home, int ranks, String folder, int part, Selection selection, boolean other,
            boolean backwards) {
        int parts() {
            return TestRun.parts(folder, selection);
        }

        private boolean hasOneCompiler() {
            return ranks > 0 ? ranks != RANKS_OF_THE_NEWEST_JDK
                    : FOLDERS_OF_JOBS.contains(folder) || folder.equals(SERIAL) && !other;
        }

        private boolean isSome() {
            return selection == Selection.MARKED || selection == Selection.EACH_JDK;
        }

        @Override
        public String toString() {
            return "JDK " + jdk + ", " + (ranks == 0 ? "one JVM, " + (isSome() ? "some of " : "")
                    + folder + (parts() > 1 ? " " + part + " of " + parts() : "")
                    : ranks + (ranks == 1 ? " rank" : " ranks"));
        }
    }

    private final Path root = Path.of("").toAbsolutePath();
    /** Shared by all lanes. */
    private final Deque<Job> jobs;
    /** Whether this lane takes jobs from the front of the queue, or from its end. */
    private final boolean fromFront;
    private int passed;
    private int skipped;
    private final List<String> failures = new ArrayList<>();
    private final List<TestTime> times = new ArrayList<>();

    /** The processor time of a test at all ranks, in hundredths of a second. */
    private record TestTime(String where, String test, long wall, long processor) {
        @Override
        public String toString() {
            return String.format(java.util.Locale.ROOT, "%8.2f %8.2f  %s: %s", processor / 100.0, wall / 100.0, where,
                    test);
        }
    }

    private TestRun(Deque<Job> jobs, boolean fromFront) {
        this.jobs = jobs;
        this.fromFront = fromFront;
    }

    /** @param args "check", "one RANKS", "hosts", "slurm", or numbers of ranks, 0 for the tests of one JVM; all if none is given */
    public static void main(String[] args) throws Exception {
        Deque<Job> jobs;
        boolean onHosts = args.length > 0 && args[0].equals(HOSTS);
        try {
            jobs = onHosts ? jobsOfHosts(args.length > 1)
                    : args.length > 0 && args[0].equals(ONE) ? jobsOfOne(Integer.parseInt(args[1]))
                    : args.length > 0 && args[0].equals(CHECK) ? jobsOfCheck()
                    : args.length > 0 && args[0].equals(SLURM) ? jobsOfSlurm()
                    : jobs(args.length == 0 ? IntStream.rangeClosed(0, MOST_RANKS).boxed().toList()
                            : Stream.of(args).map(Integer::valueOf).toList());
            if (jobs.isEmpty()) {
                throw new IllegalArgumentException("ONLY=" + ONLY + ": none of these tests has this in its full name."
                        + " 'make test-hosts' and 'make test-slurm' run those of several hosts and of Slurm");
            }
        } catch (IllegalArgumentException e) {
            System.err.println("rmi4mpi: " + e.getMessage());
            System.exit(2);
            return;
        }
        List<TestRun> lanes = IntStream.range(0, onHosts ? 1 : LANES)
                .mapToObj(lane -> new TestRun(jobs, lane % 2 == 0))
                .toList();
        List<Thread> threads = lanes.stream().map(Thread::new).toList();
        threads.forEach(Thread::start);
        TestRun all = new TestRun(jobs, true);
        for (int i = 0; i < lanes.size(); i++) {
            threads.get(i).join();
            all.add(lanes.get(i));
        }
        System.exit(all.report(RESULTS.resolve(args.length == 0 ? "times.txt" : "times-" + args[0] + ".txt")));
    }

    private static Deque<Job> jobs(List<Integer> sizes) throws Exception {
        Deque<Job> jobs = new ConcurrentLinkedDeque<>();
        String version = System.getProperty(JDK, "");
        Map<Integer, Path> jdks = version.isEmpty() ? Jdks.found(VERSIONS) : Jdks.of(version);
        if (sizes.contains(0)) {
            for (String folder : FOLDERS) {
                addJobs(jobs, jdks, 0, folder, Selection.ALL);
            }
        }
        for (int ranks : sizes.stream().filter(size -> size > 0).sorted().toList()) {
            addJobs(jobs, jdks, ranks, RANKS, Selection.ALL);
        }
        if (sizes.contains(0)) {
            addJobs(jobs, jdks, 0, SERIAL, Selection.ALL);
        }
        return jobs;
    }

    /** Runs on one JDK the short tests of one JVM, those of ranks on two ranks, and some of whole jobs. */
    private static Deque<Job> jobsOfCheck() throws Exception {
        Deque<Job> jobs = new ConcurrentLinkedDeque<>();
        String version = System.getProperty(JDK, "");
        Map<Integer, Path> jdk = version.isEmpty() ? Jdks.running() : Jdks.of(version);
        addJobs(jobs, jdk, 0, JOBS, Selection.MARKED);
        addJobs(jobs, jdk, 0, DOCUMENTS, Selection.MARKED);
        addJobs(jobs, jdk, 0, UNIT, Selection.SHORT);
        addJobs(jobs, jdk, RANKS_OF_CHECK, RANKS, Selection.SHORT);
        addJobs(jobs, jdk, 0, SERIAL, Selection.SHORT);
        return jobs;
    }

    /** Runs the tests that ONLY picks, on one JDK, in whatever folder they are. */
    private static Deque<Job> jobsOfOne(int ranks) throws Exception {
        if (ONLY.isEmpty()) {
            throw new IllegalArgumentException("which test? make test-one ONLY=LayersTest");
        }
        Deque<Job> jobs = new ConcurrentLinkedDeque<>();
        String version = System.getProperty(JDK, "");
        Map<Integer, Path> jdk = version.isEmpty() ? Jdks.running() : Jdks.of(version);
        for (String folder : FOLDERS) {
            addJobs(jobs, jdk, 0, folder, Selection.ALL);
        }
        addJobs(jobs, jdk, ranks, RANKS, Selection.ALL);
        addJobs(jobs, jdk, 0, SERIAL, Selection.ALL);
        return jobs;
    }

    /** One after the other, since tests of faults take links away. */
    private static Deque<Job> jobsOfHosts(boolean quick) throws Exception {
        Deque<Job> jobs = new ConcurrentLinkedDeque<>();
        String version = System.getProperty(JDK, "");
        Map<Integer, Path> jdk = version.isEmpty() ? Jdks.running() : Jdks.of(version);
        Selection selection = quick ? Selection.MARKED : Selection.ALL;
        addJobs(jobs, jdk, RANKS_OF_HOSTS, RANKS, selection);
        addJobs(jobs, jdk, 0, HOSTS, selection);
        return jobs;
    }

    private static Deque<Job> jobsOfSlurm() throws Exception {
        Deque<Job> jobs = new ConcurrentLinkedDeque<>();
        String version = System.getProperty(JDK, "");
        addJobs(jobs, version.isEmpty() ? Jdks.running() : Jdks.of(version), 0, SLURM, Selection.ALL);
        return jobs;
    }

    /** Returns the number of groups among which a folder's tests are shared out. A selection runs in one. */
    private static int parts(String folder, Selection selection) {
        return selection != Selection.ALL || !ONLY.isEmpty() ? 1 : PARTS.getOrDefault(folder, 1);
    }

    private static boolean isOther(int jdk, Map<Integer, Path> jdks) {
        return jdks.keySet().stream().anyMatch(Jdks.running()::containsKey) && !Jdks.running().containsKey(jdk)
                && !isBetween(jdk, jdks);
    }

    /** Whether a JDK is neither the one that runs this nor the newest. */
    private static boolean isBetween(int jdk, Map<Integer, Path> jdks) {
        return !Jdks.running().containsKey(jdk) && jdk < Collections.max(jdks.keySet());
    }

    private static void addJobOfBetween(Deque<Job> jobs, Map.Entry<Integer, Path> jdk, String folder) {
        boolean all = folder.equals(FOLDER_OF_EACH_JDK);
        if (all || FOLDERS_OF_JOBS.contains(folder)) {
            jobs.add(new Job(jdk.getKey(), jdk.getValue(), 0, folder, 1,
                    all ? Selection.ALL : Selection.EACH_JDK, true, false));
        }
    }

    /**
     * The JDK of the tests of some ranks. What MPI does depends on the number of ranks, and not on the JDK; what a JDK does
     * shows itself on two ranks and on three. So each number runs on one JDK: two on the newest, three on the one between,
     * one and four on the JDK that runs this.
     */
    private static int jdkOf(int ranks, Map<Integer, Path> jdks) {
        int newest = Collections.max(jdks.keySet());
        return switch (ranks) {
            case RANKS_OF_THE_NEWEST_JDK -> newest;
            case RANKS_OF_THE_JDK_BETWEEN -> jdks.keySet().stream()
                    .filter(jdk -> isBetween(jdk, jdks))
                    .findFirst()
                    .orElse(newest);
            default -> jdks.keySet().stream().filter(Jdks.running()::containsKey).findFirst().orElse(newest);
        };
    }

    private static void addJobs(Deque<Job> jobs, Map<Integer, Path> jdks, int ranks, String folder,
            Selection selection) throws Exception {
        if (!RankTests.hasTests(folder, ONLY)) {
            return;
        }
        if (ranks > 0) {
            int jdk = jdkOf(ranks, jdks);
            jobs.add(new Job(jdk, jdks.get(jdk), ranks, folder, 1, selection, false, false));
            return;
        }
        boolean backwards = false;
        for (Map.Entry<Integer, Path> jdk : jdks.entrySet()) {
            if (isBetween(jdk.getKey(), jdks)) {
                addJobOfBetween(jobs, jdk, folder);
                continue;
            }
            for (int part = 1; part <= parts(folder, selection); part++) {
                jobs.add(new Job(jdk.getKey(), jdk.getValue(), 0, folder, part, selection, isOther(jdk.getKey(), jdks),
                        backwards));
            }
            backwards = !backwards;
        }
    }

    @Override
    public void run() {
        for (Job job = next(); job != null; job = next()) {
            try {
                tests(job);
            } catch (IOException | InterruptedException e) {
                fail(job.toString(), "the run", e.toString());
            }
        }
    }

    private Job next() {
        return fromFront ? jobs.pollFirst() : jobs.pollLast();
    }

    private void add(TestRun lane) {
        passed += lane.passed;
        skipped += lane.skipped;
        failures.addAll(lane.failures);
        times.addAll(lane.times);
    }

    /** Starts the tests again after one that ended its JVM, until none is left. */
    private void tests(Job job) throws IOException, InterruptedException {
        String where = job.toString();
        int passedBefore = passed;
        int failedBefore = failures.size();
        long start = System.nanoTime();
        List<String> done = new ArrayList<>();
        boolean ended = false;
        while (!ended) {
            Path folder = Files.createTempDirectory("rmi4mpi-events");
            Processes.Outcome outcome =
                    Processes.run(job.home(), SECONDS_PER_JOB, Map.of(), command(job, folder, done));
            ended = take(where, Math.max(1, job.ranks()), folder, outcome, done);
            deleteAll(folder);
        }
        System.out.printf("%s: %d passed, %d failed in %d s%n", where, passed - passedBefore,
                failures.size() - failedBefore, (System.nanoTime() - start) / 1_000_000_000);
    }

    private List<String> command(Job job, Path folder, List<String> done) {
        List<String> command = new ArrayList<>();
        if (job.ranks() == 0) {
            command.addAll(List.of(job.home().resolve("bin/java").toString(), "--enable-native-access=ALL-UNNAMED"));
        } else {
            command.addAll(List.of(root.resolve("build/bin/rmi4mpirun").toString(), "-n", "" + job.ranks()));
        }
        if (job.hasOneCompiler()) {
            command.add(ONE_COMPILER);
        }
        if (job.ranks() <= 2) {
            command.add("-Xcheck:jni");
        }
        command.addAll(List.of("-ea", "-Xmx1g", "-D" + RankTests.FOLDER + "=" + folder,
                "-D" + RankTests.AFTER + "=" + String.join(",", done), "-D" + RankTests.ONLY + "=" + ONLY,
                "-D" + RankTests.BACKWARDS + "=" + job.backwards(), "-D" + RankTests.SELECTION + "=" + job.selection(),
                "-D" + RankTests.PART + "=" + job.part(), "-D" + RankTests.PARTS + "=" + job.parts(),
                "-D" + RankTests.OTHER_JDK + "=" + job.other()));
        if (Integer.getInteger(RankTests.SOAK_SECONDS) != null) {
            command.add("-D" + RankTests.SOAK_SECONDS + "=" + Integer.getInteger(RankTests.SOAK_SECONDS));
        }
        String classPath = root.resolve("build/tests") + "/*:" + root.resolve("build/examples") + "/*:"
                + root.resolve("build/lib/rmi4mpi-opentelemetry.jar"); // the launcher leaves it to programs
        if (job.ranks() == 0) {
            classPath += ":" + root.resolve("build/lib") + "/*";
        }
        command.addAll(List.of("-cp", classPath, RankTests.class.getName(), job.folder()));
        return command;
    }

    /** Counts what the ranks have told. Returns false where a test took the job with it, and others remain. */
    private boolean take(String where, int ranks, Path folder, Processes.Outcome outcome, List<String> done)
            throws IOException {
        Map<String, Map<String, List<Integer>>> reports = new LinkedHashMap<>(); // test, trace, ranks
        Map<String, List<String>> passes = new LinkedHashMap<>(); // test, time at each rank
        Map<String, String> skips = new LinkedHashMap<>(); // test, reason
        boolean allEnded = true;
        for (int rank = 0; rank < ranks; rank++) {
            boolean ended = false;
            for (Events.Event event : Events.of(folder, rank).read()) {
                switch (event.kind()) {
                    case Events.START -> reports.computeIfAbsent(event.test(), test -> new LinkedHashMap<>());
                    case Events.PASS ->
                        passes.computeIfAbsent(event.test(), test -> new ArrayList<>()).add(event.detail());
                    case Events.SKIP -> skips.put(event.test(), event.detail());
                    case Events.FAIL -> reports.computeIfAbsent(event.test(), test -> new LinkedHashMap<>())
                            .computeIfAbsent(event.detail(), trace -> new ArrayList<>())
                            .add(rank);
                    default -> ended = true;
                }
            }
            allEnded &= ended;
        }
        for (Map.Entry<String, Map<String, List<Integer>>> report : reports.entrySet()) {
            String test = report.getKey();
            done.add(test);
            if (!report.getValue().isEmpty()) {
                fail(where, test, told(report.getValue()));
            } else if (passes.getOrDefault(test, List.of()).size() == ranks) {
                passed++;
                times.add(time(where, test, passes.get(test)));
            } else if (skips.containsKey(test)) {
                skipped++;
                System.out.println("skipped " + where + ": " + test + ": " + skips.get(test));
            } else {
                fail(where, test, "the job ended in it with status " + outcome.status() + "\n" + outcome.output());
            }
        }
        if (allEnded || reports.isEmpty()) {
            checkEnd(where, allEnded, outcome);
            return true;
        }
        return false;
    }

    private static TestTime time(String where, String test, List<String> ofRanks) {
        long wall = 0;
        long processor = 0;
        for (String each : ofRanks) {
            String[] words = each.split(" ");
            wall = Math.max(wall, Long.parseLong(words[0]) / 10);
            processor += Long.parseLong(words[1]);
        }
        return new TestTime(where, test, wall, processor);
    }

    /** Returns each trace once, with the ranks that it is from. */
    private static String told(Map<String, List<Integer>> ranksByTrace) {
        StringBuilder text = new StringBuilder();
        ranksByTrace.forEach((trace, ranks) -> text.append("at rank ")
                .append(ranks.toString().replaceAll("[\\[\\]]", ""))
                .append(": ")
                .append(trace)
                .append('\n'));
        return text.toString();
    }

    /** Checks for failures that belong to no single test. */
    private void checkEnd(String where, boolean allEnded, Processes.Outcome outcome) {
        if (!allEnded || outcome.status() != 0) {
            fail(where, "the job", "ended with status " + outcome.status() + "\n" + outcome.output());
        } else if (outcome.output().contains("in native method")) {
            fail(where, "-Xcheck:jni", outcome.output());
        }
    }

    private void fail(String where, String test, String report) {
        failures.add(where + ": " + test);
        System.out.println("FAILED " + where + ": " + test + "\n" + report.indent(4));
    }

    private static void deleteAll(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    private void writeTimes(Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of("processor     wall  seconds, the longest first"));
        times.stream().sorted(Comparator.comparing(TestTime::processor).reversed()).map(TestTime::toString)
                .forEach(lines::add);
        Files.write(file, lines);
    }

    private int report(Path file) throws IOException {
        writeTimes(file);
        ProcessorTime all = ProcessorTime.now();
        System.out.printf("%d s of processor time, %d s of them the system's; %s has those of each test%n",
                all.sum() / 100,
                all.system() / 100, file);
        failures.forEach(failure -> System.out.println("FAILED " + failure));
        System.out.println(passed + " passed, " + failures.size() + " failed" + (skipped > 0 ? ", " + skipped
                + " skipped" : ""));
        return failures.isEmpty() && passed + skipped > 0 ? 0 : 1;
    }
}
