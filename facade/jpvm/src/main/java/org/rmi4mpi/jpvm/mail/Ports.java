package org.rmi4mpi.jpvm.mail;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Numbers of tasks, unique in the job. A port determines its rank, and so its host. A port of another job is most often
 * invalid in this one. Used by any thread.
 */
public final class Ports {
    /** Number of possible first ports of a rank. The salt selects one of them. */
    private static final int STARTS = 1 << 20;

    private final int rank;
    private final int size;
    private final List<String> hosts;
    private final int start;
    private final AtomicInteger last;

    /**
     * @param hosts names of the ranks' nodes
     * @param salt the same at all ranks, and different in each job
     */
    public Ports(int rank, List<String> hosts, int salt) {
        this.rank = rank;
        this.hosts = hosts;
        size = hosts.size();
        start = 1 + Math.floorMod(salt, Math.max(1, Math.min(STARTS, (1 << 29) / size)));
        last = new AtomicInteger(start);
    }

    /** The port of a rank itself, which names no task. */
    public int ofPool(int ofRank) {
        return start * size + ofRank;
    }

    /** Allocates a port that no other task has had. */
    public int next() {
        int serial = last.incrementAndGet();
        if (serial > Integer.MAX_VALUE / size - 1) {
            throw new IllegalStateException("jpvm error: rank " + rank
                    + " has used up its task ids");
        }
        return serial * size + rank;
    }

    /** The rank of a port; -1 if the port cannot belong to this job. */
    public int rankOf(int port) {
        return port <= start * size ? -1 : port % size;
    }

    /** Host name of a task; that of this rank if the port does not belong to this job. */
    public String hostOf(int port) {
        int home = rankOf(port);
        return hosts.get(home < 0 ? rank : home);
    }

    /** Host names, in the order of ranks. */
    public List<String> hosts() {
        return hosts;
    }
}
