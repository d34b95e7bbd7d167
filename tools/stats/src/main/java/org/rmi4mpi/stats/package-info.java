/**
 * {@code rmi4mpirun --stats}: the table at the end of a job, of what its ranks called, moved and waited for.
 *
 * <p>A rank collects its figures in memory ({@link org.rmi4mpi.stats.FiguresProbe}): a histogram for each method and each
 * collective operation, sums for each pair of ranks, and how long its threads waited. When all mains have come to
 * MPI.Finalize, each rank sends its {@link org.rmi4mpi.stats.RankFigures} to the first rank that counts, which prints the
 * table ({@link org.rmi4mpi.stats.Table}) and writes the file ({@link org.rmi4mpi.stats.JsonFile}). A rank that ends without
 * MPI.Finalize does both for itself.
 *
 * <p>These classes have a class loader of their own, with their libraries: see {@code org.rmi4mpi.launch.RankObserver}.
 */
package org.rmi4mpi.stats;
