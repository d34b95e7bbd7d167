package org.rmi4mpi.peer;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The time in which a rank waits for its peers to join. Tells about it when it is long, since MPI names nobody. */
final class JoinWait {
    private static final long PATIENCE_MS = TimeUnit.SECONDS.toMillis(30);

    private final Thread reporter;

    /** @param peers in MPI_COMM_WORLD */
    JoinWait(int[] peers) {
        String names = Arrays.stream(peers).mapToObj(Integer::toString).collect(Collectors.joining(", "));
        reporter = new Thread(() -> report(names), "rmi4mpi-peer-join");
        reporter.setDaemon(true);
        reporter.start();
    }

    private static void report(String peers) {
        try {
            Thread.sleep(PATIENCE_MS);
        } catch (InterruptedException e) {
            return; // all have joined
        }
        System.err.println("rmi4mpi: MPI.Init waits for the ranks of other languages to join, " + peers
                + " of MPI_COMM_WORLD: each has to make a job of rmi4mpi, and those that have ended never will."
                + " 'python3 -m mpi4py peer.py' ends jobs whose programs in Python fail");
    }

    void end() {
        reporter.interrupt();
    }
}
