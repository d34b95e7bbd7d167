package org.rmi4mpi.ref;

import java.util.List;
import org.rmi4mpi.dispatch.RankProcess;
import org.rmi4mpi.transport.LostRankException;

/** The references of this process's rank while its job runs. Thread-safe. */
final class RunningJob {
    private static volatile ReferenceContext references;
    private static volatile boolean hasEnded;
    private static volatile List<RankProcess> processes = List.of();

    private RunningJob() {}

    /** @param ofRank null when the job ends */
    static void setReferences(ReferenceContext ofRank) {
        hasEnded = ofRank == null;
        references = ofRank;
    }

    /** @param all one entry per rank */
    static void setProcesses(List<RankProcess> all) {
        processes = all;
    }

    /** The exception for a call to a lost rank. */
    static RankLostException lost(Object call, LostRankException why) {
        List<RankProcess> all = processes;
        return new RankLostException(call, why.lost(), why.lost() < all.size() ? all.get(why.lost()).host() : "", why);
    }

    /** @throws IllegalStateException if the job does not run */
    static ReferenceContext references() {
        ReferenceContext found = references;
        if (found == null) {
            throw notRunning();
        }
        return found;
    }

    static IllegalStateException notRunning() {
        return new IllegalStateException(hasEnded
                ? "the job has ended on this rank: make remote calls before MPI.Finalize(), or the end of main"
                : "remote objects need a running job: call MPI.Init(args) first");
    }

    static boolean isRunning() {
        return references != null;
    }
}
