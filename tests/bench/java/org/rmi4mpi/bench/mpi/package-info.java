/**
 * {@code make bench-mpi}: messages of package mpi beside the same messages in C ({@code tests/bench/c}), in one run.
 * {@link org.rmi4mpi.bench.mpi.MpiBench} starts the programs and reports the results. {@link
 * org.rmi4mpi.bench.mpi.MpiBenchRank} is the Java program.
 */
package org.rmi4mpi.bench.mpi;
