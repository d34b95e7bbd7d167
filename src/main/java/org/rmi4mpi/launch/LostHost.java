package org.rmi4mpi.launch;

import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.transport.mpi.MpiTransport;

/**
 * Names a host that has failed, when mpirun ends the job for it. Open MPI's mpirun does not always name the host. Each
 * rank asks the next one, so that the work of a rank does not depend on their number.
 */
final class LostHost {
    /** An mpirun kills the ranks 1 s after its SIGTERM. */
    private static final int LIMIT_MS = 400;

    /** Null while the rank is in no job. */
    private static volatile MpiTransport transport;

    private LostHost() {}

    /** The transport by which the other ranks are asked; null when the job ends. */
    static void askThrough(MpiTransport used) {
        transport = used;
    }

    /** Reports the host of the next rank if it does not answer. */
    static void tell() {
        MpiTransport used = transport;
        if (used == null) {
            return;
        }
        int next = (used.rank() + 1) % used.size();
        if (used.isLost(next, LIMIT_MS)) {
            System.err.println(RankLabels.who() + ": mpirun ends the job, and rank " + Job.javaRanks()[next]
                    + RankLabels.place(next) + " does not answer: see whether its host is up, and whether the network"
                    + " reaches it");
        }
    }
}
