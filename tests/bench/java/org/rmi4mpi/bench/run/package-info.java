/**
 * {@code make bench}: measures the whole collection, and writes its results. {@link org.rmi4mpi.bench.run.Bench} starts
 * it, {@link org.rmi4mpi.bench.run.Plan} says what is left to do.
 */
package org.rmi4mpi.bench.run;
