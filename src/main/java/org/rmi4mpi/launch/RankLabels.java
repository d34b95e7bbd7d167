package org.rmi4mpi.launch;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.dispatch.RankProcess;

/** The names of this rank and of the others in what is printed, also before MPI.Init. Thread-safe. */
final class RankLabels {
    private static volatile List<RankProcess> processes = List.of();

    private RankLabels() {}

    /** @param all one entry per Java rank */
    static void setProcesses(List<RankProcess> all) {
        processes = all;
    }

    static List<RankProcess> processes() {
        return processes;
    }

    /** Host and process of a Java rank, in parentheses; empty if unknown. */
    static String place(int rank) {
        List<RankProcess> all = processes;
        return rank >= 0 && rank < all.size() ? " (" + all.get(rank) + ")" : "";
    }

    /** The beginning of a line of this rank. */
    static String who() {
        return "rmi4mpi: rank " + rank() + " on host " + host();
    }

    /** The rank alone, to stand before lines. */
    static String shortName() {
        int rank = Job.isInitialized() ? Job.rank() : rankInEnvironment();
        return rank < 0 ? "process " + ProcessHandle.current().pid() : "rank " + rank;
    }

    private static String rank() {
        if (Job.isInitialized()) {
            return Job.rank() + " of " + Job.size();
        }
        int rank = rankInEnvironment();
        return rank < 0 ? "unknown" : rank + " (before MPI.Init)";
    }

    /** The rank according to the MPI launcher's environment variables; -1 if they are not set. */
    static int rankInEnvironment() {
        return RankVariables.rank(System.getenv());
    }

    static String host() {
        if (Job.isInitialized()) {
            return Job.host();
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
