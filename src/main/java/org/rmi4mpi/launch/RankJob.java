package org.rmi4mpi.launch;

import java.util.List;
import org.rmi4mpi.bridge.Job;

/** Access to the job for programs that send no messages. Stateless. */
public final class RankJob {
    private static volatile boolean isStarter;

    private RankJob() {}

    /** Starts the job unless it is running. */
    public static void start() {
        if (!Job.isRunning()) {
            Job.start();
            isStarter = true;
        }
    }

    /** Whether the job was started here. Then it ends when main returns, and no call of MPI.Finalize is missing. */
    static boolean isStarter() {
        return isStarter;
    }

    public static int rank() {
        return Job.javaRank(Job.rank());
    }

    public static int size() {
        return Job.javaSize();
    }

    /** Number of cores of this node for each of its ranks, at least 1. */
    public static int cores() {
        return Math.max(1, Runtime.getRuntime().availableProcessors() / Math.max(1, Job.nodeSize()));
    }

    /**
     * Tells why a rank that the program looks for may be missing: mpirun has started other ranks, which are no part of
     * this job. Empty if there are none, or if the user has said which ranks belong to it.
     */
    public static String ranksApart() {
        return Job.size() == Job.javaSize() || Options.RANKS.isGiven() ? ""
                : "; mpirun has started several programs, whose ranks are apart: where all of them run Java, start them by"
                        + " rmi4mpirun, or each with " + Options.RANKS.flag() + "=all";
    }

    /** Host name of this rank. */
    public static String host() {
        return Job.host();
    }

    /** Gathers one value from each rank, in the order of ranks. Collective over all ranks. */
    public static List<byte[]> allgather(byte[] bytes) {
        return Job.allgather(bytes);
    }

    /** Gives the bytes of rank 0 to all ranks. Collective over all ranks. */
    public static byte[] broadcast(byte[] bytes) {
        return Job.broadcast(bytes);
    }

    /** Waits until every rank has called this method. */
    public static void barrier() {
        Job.barrier();
    }
}
