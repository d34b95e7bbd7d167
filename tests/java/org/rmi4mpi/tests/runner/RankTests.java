package org.rmi4mpi.tests.runner;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import mpi.MPI;
import org.junit.Test;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/**
 * Runs the tests of some packages, in an order that is the same on every rank, and writes {@link Events}. On ranks,
 * each test begins when all ranks have reached it. A test that exceeds its deadline ends the JVM, and so the job, after
 * a dump of all threads. A failed test ends the job if the other ranks do not follow soon.
 */
public final class RankTests extends RunListener {
    static final String FOLDER = "rmi4mpi.test.folder";
    static final String AFTER = "rmi4mpi.test.after";
    /** Texts, with a comma between them: tests run that have one of them in their full names. */
    static final String ONLY = "rmi4mpi.test.only";
    /** Whether the last class of tests comes first. */
    static final String BACKWARDS = "rmi4mpi.test.backwards";
    /** The part of the folder's tests that runs, from 1, and the number of parts. */
    static final String PART = "rmi4mpi.test.part";
    static final String PARTS = "rmi4mpi.test.parts";
    /** The name of a {@link Selection}. */
    static final String SELECTION = "rmi4mpi.test.selection";
    /** Whether these tests also run on another JDK, which then runs the tests with the mark {@link OneJdk}. */
    static final String OTHER_JDK = "rmi4mpi.test.jdk.other";
    /** The duration of the soak among the tests. */
    public static final String SOAK_SECONDS = "rmi4mpi.test.soak.seconds";

    private static final String TESTS = "org/rmi4mpi/tests/";
    private static final int STATUS_OF_DEADLINE = 99;
    private static final int SECONDS_AFTER_FAILURE = 5;

    private final boolean onRanks;
    private final int rank;
    private final Events events;
    private final ScheduledExecutorService watchdog = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "test-watchdog");
        thread.setDaemon(true);
        return thread;
    });
    private volatile Watch watch;
    private Failure failure;
    private long startNs;
    private ProcessorTime startTime;

    /** State of the watchdog. */
    private record Watch(Description test, int seconds, Patience patience) {}

    private RankTests(boolean onRanks) {
        this.onRanks = onRanks;
        this.rank = onRanks ? MPI.COMM_WORLD.Rank() : 0;
        this.events = Events.of(Path.of(System.getProperty(FOLDER)), rank);
        watchdog.scheduleWithFixedDelay(this::look, Patience.STEP_MS, Patience.STEP_MS, TimeUnit.MILLISECONDS);
    }

    /** @param args the folder of the tests: "ranks", or one whose tests run in one JVM */
    public static void main(String[] args) throws Exception {
        boolean onRanks = args[0].equals("ranks");
        if (onRanks) {
            MPI.Init(args);
        }
        new RankTests(onRanks).run(testClasses(args[0]));
        if (onRanks) {
            MPI.Finalize();
        }
        System.exit(0); // threads that a test has left do not matter
    }

    /** Whether another JDK runs the tests that need only one. */
    public static boolean isOtherJdk() {
        return Boolean.getBoolean(OTHER_JDK);
    }

    /** Whether a folder has a test that {@link #ONLY} picks. */
    static boolean hasTests(String folder, String only) throws IOException, ClassNotFoundException {
        String withoutParameters = only.replaceAll("\\[[^,]*", "");
        return testClasses(folder).stream().anyMatch(type -> Stream.of(type.getMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .anyMatch(method -> isPicked(type.getName() + "." + method.getName(), withoutParameters)));
    }

    private static boolean isPicked(String fullName, String only) {
        return Stream.of(only.split(",")).anyMatch(fullName::contains);
    }

    private static List<Class<?>> testClasses(String folder) throws IOException, ClassNotFoundException {
        Predicate<String> isThere = name -> name.startsWith(TESTS + folder + "/")
                || folder.equals("unit") && !name.startsWith(TESTS); // in the package of what it tests
        List<Class<?>> classes = new ArrayList<>();
        String jar = RankTests.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        try (JarFile file = new JarFile(jar)) {
            List<String> names = file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith("Test.class") && isThere.test(name))
                    .sorted()
                    .toList();
            for (String name : names) {
                String type = name.substring(0, name.length() - ".class".length()).replace('/', '.');
                classes.add(Class.forName(type, false, RankTests.class.getClassLoader()));
            }
        }
        if (Boolean.getBoolean(BACKWARDS)) {
            Collections.reverse(classes);
        }
        return classes;
    }

    private void run(List<Class<?>> classes) {
        JUnitCore core = new JUnitCore();
        core.addListener(this);
        Filter selected = new Selected(onRanks ? MPI.COMM_WORLD.Size() : 1);
        for (Class<?> type : classes) {
            Request request = Request.aClass(type).filterWith(selected);
            if (selected.shouldRun(Request.aClass(type).getRunner().getDescription())) {
                core.run(request);
            }
        }
        events.write(Events.END, "-", "");
    }

    static String nameOf(Description test) {
        return test.getTestClass().getSimpleName() + "." + test.getMethodName();
    }

    /** The tests that are not yet done and have the given text in their names, which begin with the package's. */
    private static final class Selected extends Filter {
        private final String only = System.getProperty(ONLY, "");
        private final Selection selection = Selection.valueOf(System.getProperty(SELECTION, Selection.ALL.name()));
        private final boolean otherJdk = isOtherJdk();
        private final List<String> done = List.of(System.getProperty(AFTER, "").split(","));
        private final int part = Integer.getInteger(PART, 1) - 1;
        private final int parts = Integer.getInteger(PARTS, 1);
        private final int ranks;

        /** @param ranks 1 for the tests of one JVM */
        Selected(int ranks) {
            this.ranks = ranks;
        }

        @Override
        public boolean shouldRun(Description test) {
            if (test.isTest()) {
                String fullName = test.getTestClass().getPackageName() + "." + nameOf(test);
                return !done.contains(nameOf(test)) && isPicked(fullName, only)
                        && Math.floorMod(fullName.hashCode(), parts) == part
                        && isSelected(test)
                        && (!otherJdk || annotation(test, OneJdk.class) == null || selection == Selection.EACH_JDK
                                && annotation(test, EachJdk.class) != null)
                        && isFor(ranks, annotation(test, MostRanks.class));
            }
            return test.getChildren().stream().anyMatch(this::shouldRun);
        }

        private boolean isSelected(Description test) {
            return switch (selection) {
                case ALL -> true;
                case SHORT -> annotation(test, NotInCheck.class) == null;
                case MARKED -> annotation(test, InCheck.class) != null;
                case EACH_JDK -> annotation(test, InCheck.class) != null || annotation(test, EachJdk.class) != null;
            };
        }

        private static boolean isFor(int ranks, MostRanks most) {
            return most == null || ranks <= most.value();
        }

        @Override
        public String describe() {
            return "not yet run";
        }
    }

    @Override
    public void testStarted(Description test) {
        failure = null;
        startNs = System.nanoTime();
        startTime = ProcessorTime.now();
        events.write(Events.START, nameOf(test), "");
        watch(test, secondsFor(test));
        meet();
    }

    @Override
    public void testFailure(Failure failed) {
        if (failed.getDescription().isTest()) {
            failure = failed;
        } else {
            events.write(Events.FAIL, failed.getDescription().getDisplayName(), failed.getTrimmedTrace());
        }
    }

    @Override
    public void testAssumptionFailure(Failure skipped) {
        failure = skipped;
    }

    @Override
    public void testFinished(Description test) {
        if (failure == null) {
            events.write(Events.PASS, nameOf(test), (System.nanoTime() - startNs) / 1_000_000 + " "
                    + (ProcessorTime.now().sum() - startTime.sum()));
        } else if (failure.getException() instanceof org.junit.AssumptionViolatedException) {
            events.write(Events.SKIP, nameOf(test), String.valueOf(failure.getMessage()));
        } else {
            events.write(Events.FAIL, nameOf(test), failure.getTrimmedTrace());
            watch(test, SECONDS_AFTER_FAILURE);
        }
        meet();
        watch = null;
    }

    private void meet() {
        if (onRanks) {
            MPI.COMM_WORLD.Barrier();
        }
    }

    private static int secondsFor(Description test) {
        Deadline deadline = annotation(test, Deadline.class);
        return deadline != null ? deadline.value() : Deadline.STANDARD;
    }

    /** Returns the annotation of the test, or else of its class. */
    private static <A extends Annotation> A annotation(Description test, Class<A> type) {
        A own = test.getAnnotation(type);
        return own != null ? own : test.getTestClass().getAnnotation(type);
    }

    private void watch(Description test, int seconds) {
        watch = new Watch(test, seconds, new Patience(seconds));
    }

    private void look() {
        Watch now = watch;
        if (now != null && now.patience().isOver() && watch == now) {
            giveUp(now.test(), now.seconds());
        }
    }

    private void giveUp(Description test, int seconds) {
        StringBuilder text = new StringBuilder("rank " + rank + " waited " + seconds + " s in " + nameOf(test) + "\n");
        for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
            text.append("  ").append(entry.getKey().getName()).append('\n');
            for (StackTraceElement frame : entry.getValue()) {
                text.append("      ").append(frame).append('\n');
            }
        }
        System.err.print(text);
        System.err.flush();
        Runtime.getRuntime().halt(STATUS_OF_DEADLINE);
    }
}
