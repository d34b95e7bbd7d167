package mpi;

/** The ranks to receive from and to send to in a shift. Beyond an edge they are {@link MPI#PROC_NULL}. */
public class ShiftParms {
    /** Rank to receive from, or {@link MPI#PROC_NULL}. */
    public int rank_source;
    /** Rank to send to, or {@link MPI#PROC_NULL}. */
    public int rank_dest;

    ShiftParms(int rank_source, int rank_dest) {
        this.rank_source = rank_source;
        this.rank_dest = rank_dest;
    }

    /**
     * Rank to receive from.
     *
     * @return a rank, or {@link MPI#PROC_NULL}
     */
    public final int getRankSource() {
        return rank_source;
    }

    /**
     * Rank to send to.
     *
     * @return a rank, or {@link MPI#PROC_NULL}
     */
    public final int getRankDest() {
        return rank_dest;
    }
}
