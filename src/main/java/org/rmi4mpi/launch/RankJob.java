package org.rmi4mpi.launch;

import java.util.List;
import org.rmi4mpi.bridge.Job;

/** The job, for programs that send no messages. Stateless. */
public final class RankJob {
    private static volatile boolean isStarter;

    private RankJob() {}

    /** Starts the job where nothing else has. */
    public static void start() {
        if (!Job.isRunning()) {
            Job.start();
            isStarter = true;
        }
    }

    /** Whether the job was started here: then it ends when main returns, and nobody has forgotten MPI.Finalize. */
    static boolean isStarter() {
        return isStarter;
    }

    public static int rank() {
        return Job.javaRank(Job.rank());
    }

    public static int size() {
        return Job.javaSize();
    }

    /** Name of this rank's node. */
    public static String host() {
        return Job.host();
    }

    /** What each rank has given, in the order of ranks; every one has to come. */
    public static List<byte[]> allgather(byte[] bytes) {
        return Job.allgather(bytes);
    }

    /** Returns when every rank has come. */
    public static void barrier() {
        Job.barrier();
    }
}
