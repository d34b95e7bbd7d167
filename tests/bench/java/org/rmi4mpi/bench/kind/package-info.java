/**
 * Objects of one kind, many of them, as argument and as result, in jobs that are started for them: {@link
 * org.rmi4mpi.bench.kind.KindJobs} has the rows, {@link org.rmi4mpi.bench.kind.Kinds} makes the objects, and {@link
 * org.rmi4mpi.bench.kind.KindCalls} is the program, which runs on ranks and on plain JVMs.
 */
package org.rmi4mpi.bench.kind;
