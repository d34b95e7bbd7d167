/**
 * Classes that the benchmarks share: the environment of mpirun. Each package below this one is a
 * benchmark.
 */
package org.rmi4mpi.bench;
