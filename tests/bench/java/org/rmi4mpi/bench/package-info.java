/**
 * Classes that the benchmarks share: the environment of mpirun. {@code make bench} measures the rows of packages {@code
 * call} and {@code app}. Each of the other packages is a benchmark of its own, or a part of that one.
 */
package org.rmi4mpi.bench;
