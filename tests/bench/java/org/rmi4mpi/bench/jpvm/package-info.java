/**
 * {@code make bench-jpvm}: packing, sending, receiving and unpacking beside C's messages ({@code tests/bench/c}), in
 * one run. {@link org.rmi4mpi.bench.jpvm.JpvmBench} starts the programs and reports the results. {@link
 * org.rmi4mpi.bench.jpvm.Pong} and {@link org.rmi4mpi.bench.jpvm.Star} are the programs of tasks.
 */
package org.rmi4mpi.bench.jpvm;
