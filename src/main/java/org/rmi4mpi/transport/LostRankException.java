package org.rmi4mpi.transport;

/** The other rank is lost, and the job goes on without it. */
public final class LostRankException extends TransportException {
    private static final long serialVersionUID = 1L;

    private final int lost;

    /** @param lost its number among the ranks of the transport */
    public LostRankException(int rank, int lost) {
        super("rank " + lost + " is lost, and rank " + rank + " goes on without it");
        this.lost = lost;
    }

    public int lost() {
        return lost;
    }
}
