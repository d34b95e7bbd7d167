package org.rmi4mpi.launch;

import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.dispatch.Counters;

/**
 * Prints what the ranks have counted: each rank its own line, and one of them the total after it. Used by the thread in
 * MPI.Init or MPI.Finalize.
 */
final class StatisticsLines {
    /** The first rank that counts; -1 if none does. Programs of one job may have different options. */
    private int first = -1;

    /** Tells whether a rank counts. Called for each rank, in the order of ranks. */
    void add(int rank, boolean counts) {
        if (counts && first < 0) {
            first = rank;
        }
    }

    /**
     * Collective over all Java ranks. The ranks exchange their counters after each has printed its line, so the total
     * comes last.
     *
     * @param counters null if this rank does not count
     */
    void print(int rank, Counters counters) {
        if (counters != null) {
            System.err.println("rmi4mpi: rank " + rank + " " + counters.text());
        }
        if (first < 0) {
            return;
        }
        Counters total = Counters.NONE;
        for (byte[] each : Job.allgather((counters == null ? Counters.NONE : counters).bytes())) {
            total = total.plus(Counters.of(each));
        }
        if (rank == first) {
            System.err.println("rmi4mpi: total " + total.totalText());
        }
    }
}
