/**
 * {@code rmi4mpirun --trace FILE}: what the ranks of a job did, and when, for viewers of traces.
 *
 * <p>A rank records its events in memory ({@link org.rmi4mpi.trace.Recorder}): the calls and methods of each thread, and
 * the waits that last. It keeps the last ones, as many as an option tells. When all mains have come to MPI.Finalize, each rank
 * sends its events to rank 0 by remote calls, and rank 0 writes them ({@link org.rmi4mpi.trace.TraceFile}). The times of the
 * ranks of other hosts are those of rank 0's clock ({@link org.rmi4mpi.trace.ClockOffset}). A rank that ends without
 * MPI.Finalize writes a file of its own.
 *
 * <p>These classes have a class loader of their own, with their libraries: see {@code org.rmi4mpi.launch.RankObserver}.
 */
package org.rmi4mpi.trace;
