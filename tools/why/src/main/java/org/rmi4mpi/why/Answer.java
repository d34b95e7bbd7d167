package org.rmi4mpi.why;

import java.io.Serializable;
import java.util.List;

/**
 * The answer of a rank.
 *
 * @param process number of the process
 * @param rank in MPI_COMM_WORLD; negative before MPI.Init
 * @param size of MPI_COMM_WORLD; 0 before MPI.Init
 * @param others the ranks in MPI_COMM_WORLD that run no Java
 * @param hosts host and process of each rank that runs Java; empty if unknown
 * @param requests waits without a thread: asynchronous calls, and requests that methods have left behind
 * @param tasks the tasks of JPVM at this rank, in the words of {@link org.rmi4mpi.bridge.Awaited#on}
 * @param recent the last events of the rank, the oldest first
 */
record Answer(long process, int rank, int size, List<Integer> others, List<String> hosts, List<ThreadAnswer> threads,
        List<Waiting> requests,
        List<String> tasks, List<LastEvent> recent) implements Serializable {}
