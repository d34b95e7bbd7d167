package mpi;

import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.RequestSlot;

/** A communicator whose messages go to the ranks of another group. Source: mpiJava 1.2, after MPI 1.1, 5.6. */
public class Intercomm extends Comm {
    private int remoteSize = -1;
    private volatile int[] remoteRanks;

    Intercomm(long handle) {
        super(handle);
    }

    @Override
    Comm of(long handle) {
        return new Intercomm(handle);
    }

    @Override
    public Object clone() {
        return super.clone();
    }

    /**
     * Number of ranks in the other group.
     *
     * @return 1 or more
     */
    public int Remote_size() {
        locate("Remote_size");
        return peers();
    }

    /**
     * The other group.
     *
     * @return a new group
     */
    public Group Remote_group() {
        locate("Remote_group");
        return new Group(peersInWorld().clone());
    }

    /**
     * As {@link #Remote_group}.
     *
     * @return a new group
     */
    public Group Remote_Group() {
        return Remote_group();
    }

    @Override
    public boolean Test_inter() {
        locate("Test_inter");
        return true;
    }

    /**
     * One communicator of both groups; those that say high come after those that do not. Every rank of
     * both groups must call it.
     *
     * @param high whether the caller's group comes second; the same at all ranks of a group
     * @return the new communicator
     */
    public Intracomm Merge(boolean high) {
        locate("Merge");
        return make("Merge", slot -> Mpi.intercommMerge(handle(), high, slot), Intracomm::new);
    }

    @Override
    synchronized int peers() {
        if (remoteSize < 0) {
            RequestSlot slot = RequestSlot.acquire();
            try {
                Check.code("Remote_size", Mpi.commRemoteSize(handle(), slot));
                remoteSize = slot.value();
            } finally {
                slot.release();
            }
        }
        return remoteSize;
    }

    @Override
    int[] peersInWorld() {
        int[] ranks = remoteRanks;
        if (ranks == null) {
            ranks = worldRanks(true, peers());
            remoteRanks = ranks;
        }
        return ranks;
    }
}
