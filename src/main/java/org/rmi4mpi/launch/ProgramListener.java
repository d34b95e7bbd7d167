package org.rmi4mpi.launch;

import java.util.List;

/** What serves programs of {@code --rmi}; found by {@link java.util.ServiceLoader}. */
public interface ProgramListener {
    /**
     * The job runs, and main is about to be called, on every rank.
     *
     * @param ranks of the whole job
     * @param startPatienceNs how long from now on something may be missing that another rank has still to bring
     */
    void begins(List<RankPlace> ranks, long startPatienceNs);

    /** Main has returned, and the program's other threads have ended; or it has exited with status 0. */
    void ends();

    /** Whether that holds of all other ranks but those that serve. */
    boolean othersEnded();

    /** Whether the program has objects that are exported. */
    boolean hasExports();
}
