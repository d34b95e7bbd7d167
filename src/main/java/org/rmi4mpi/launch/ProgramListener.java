package org.rmi4mpi.launch;

import java.util.List;

/** Serves programs run with {@code --rmi}. Found by {@link java.util.ServiceLoader}. */
public interface ProgramListener {
    /**
     * Called on every rank when the job has started, before main.
     *
     * @param ranks all ranks of the job
     * @param startPatienceNs how long lookups wait for registries and names that other ranks have yet to create
     */
    void begin(List<RankPlace> ranks, long startPatienceNs);

    /**
     * Called when main has returned and the program's other threads have ended, or when the program has exited with
     * status 0.
     */
    void end();

    /** Whether {@link #end} has been called on all other ranks, apart from ranks that only serve. */
    boolean othersEnded();

    /** Whether the program has exported objects. */
    boolean hasExports();
}
