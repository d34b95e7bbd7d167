package org.rmi4mpi.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mpi.MPI;

/** The main class of a rank: runs one test, and writes how it ended. The other ranks have some time to do the same. */
public final class RankTest {
    static final String FOLDER = "org.rmi4mpi.testing.folder";
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(2);

    private RankTest() {}

    /** Whether this JVM is a rank that runs a test. */
    static boolean isRank() {
        return System.getProperty(FOLDER) != null;
    }

    /**
     * Runs the test.
     *
     * @param args 5 and a unique id of JUnit 5, or 4, a class and a method
     */
    public static void main(String[] args) throws Exception {
        MPI.Init(new String[0]);
        Path folder = Path.of(System.getProperty(FOLDER));
        int rank = MPI.COMM_WORLD.Rank();
        List<String> test = Arrays.asList(args).subList(1, args.length);
        RankOutcome outcome = args[0].equals("5") ? JUnit5.run(test.get(0)) : JUnit4.run(test.get(0), test.get(1));
        outcome.write(folder, rank);
        if (outcome.isPassed()) {
            MPI.Finalize();
            return;
        }
        awaitOthers(folder, MPI.COMM_WORLD.Size());
        System.out.flush();
        System.err.flush();
        Runtime.getRuntime().halt(1); // ends the job, in which another rank may wait for this one
    }

    /** Several ranks may fail, each for a reason of its own. */
    private static void awaitOthers(Path folder, int size) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE_NS;
        while (System.nanoTime() < end && !areWritten(folder, size)) {
            Thread.sleep(20);
        }
    }

    private static boolean areWritten(Path folder, int size) {
        for (int rank = 0; rank < size; rank++) {
            if (!Files.exists(RankOutcome.file(folder, rank))) {
                return false;
            }
        }
        return true;
    }
}
