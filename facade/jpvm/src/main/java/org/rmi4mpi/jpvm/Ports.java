package org.rmi4mpi.jpvm;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Numbers of tasks, one for each in the job: a port tells its rank, and the ports of another job are most often none of
 * this one. Used by any thread.
 */
final class Ports {
    /** Of ports of a rank, from the first on; the job's own number decides where that begins. */
    private static final int STARTS = 1 << 20;

    private final int rank;
    private final int size;
    private final int start;
    private final AtomicInteger last;

    /** @param salt the same at all ranks, and in every job another one */
    Ports(int rank, int size, int salt) {
        this.rank = rank;
        this.size = size;
        start = 1 + Math.floorMod(salt, Math.max(1, Math.min(STARTS, (1 << 29) / size)));
        last = new AtomicInteger(start);
    }

    /** Of a rank's own, which is no task. */
    int ofPool(int ofRank) {
        return start * size + ofRank;
    }

    /** One that no other task has had. */
    int next() {
        int serial = last.incrementAndGet();
        if (serial > Integer.MAX_VALUE / size - 1) {
            throw new IllegalStateException("jpvm error: rank " + rank
                    + " has had as many tasks as there are task ids");
        }
        return serial * size + rank;
    }

    /** The rank of a port; -1 where it cannot be one of this job. */
    int rankOf(int port) {
        return port <= start * size ? -1 : port % size;
    }
}
