package org.rmi4mpi.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.LostRanks;
import org.rmi4mpi.dispatch.Losses;

/**
 * The end of a job that goes on without lost ranks. The ranks that live agree whether a rank is lost, and whether the program
 * of any of them knows. Then the lowest of them tells it. Used by the thread that ends the job.
 */
final class LostAtEnd {
    private static final int NONE_LOST = 1;
    private static final int NOT_TOLD = 2;

    private static final int ABORTED = 1;

    private LostAtEnd() {}

    /** Whether a rank has aborted the job. */
    private static boolean isAborted() {
        return Files.exists(Path.of(System.getProperty(Options.JOB.property(), "") + ".abort"));
    }

    /** Tells which ranks are lost. Collective over the ranks that live. */
    static void tell(Losses losses) {
        Job.barrier();
        losses.look(); // MPI may know of a loss since the ranks have met.
        losses.stop();
        if (isAborted()) {
            Runtime.getRuntime().halt(ABORTED); // The launcher is about to end this rank, which has not lost the other one.
        }
        boolean isTold = LostRanks.isProgramTold();
        int agreed = Job.agree((LostRanks.areSome() ? 0 : NONE_LOST) | (isTold ? 0 : NOT_TOLD));
        long unknown = losses.callsThatMayNotHaveBegun();
        if (unknown > 0) {
            System.err.println(
                    RankLabels.who() + ": " + unknown + " one-way or asynchronous calls of this rank at most may not"
                            + " have begun at ranks that are lost");
        }
        if ((agreed & NONE_LOST) != 0) {
            return;
        }
        boolean isUnhandled = (agreed & NOT_TOLD) != 0;
        if (isUnhandled) {
            LostRanks.markUnhandled();
        }
        if (!LostRanks.areSome()) {
            losses.look(); // another rank has known sooner
        }
        List<Integer> lost = IntStream.range(0, Job.javaSize()).filter(LostRanks::isLost).boxed().toList();
        int lowest = IntStream.range(0, Job.javaSize()).filter(rank -> !LostRanks.isLost(rank)).findFirst().orElse(0);
        if (Job.javaRank(Job.rank()) == lowest) {
            System.err.println("rmi4mpi: the job has ended without " + (lost.size() == 1 ? "rank " : "ranks ")
                    + lost.stream().map(rank -> rank + RankLabels.place(rank)).collect(Collectors.joining(", "))
                    + (lost.size() == 1 ? ", which is lost" : ", which are lost")
                    + (isUnhandled
                            ? ". No call of the program has failed therefore, and it has not asked: what is lost with"
                                    + " them may be missing, and the status is 1. Ranks.onLoss tells it"
                            : ""));
        }
    }
}
