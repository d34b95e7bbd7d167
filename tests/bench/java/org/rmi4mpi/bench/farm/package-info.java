/**
 * Rows of programs that farm work out, or send many small items to all ranks, each in new jobs. Beside them run a program in C
 * that packs its items by hand ({@code tests/bench/c/graphs.c}), and one in Python whose tasks mpi4py farms out ({@code
 * tests/bench/python/farm.py}). {@link org.rmi4mpi.bench.farm.FarmJobs} lists the rows.
 */
package org.rmi4mpi.bench.farm;
