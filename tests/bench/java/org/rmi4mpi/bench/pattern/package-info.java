/**
 * What programs of remote objects do, in jobs that are started for it: {@link org.rmi4mpi.bench.pattern.Patterns} has the
 * calls, {@link org.rmi4mpi.bench.pattern.Office} is the object that they call, {@link
 * org.rmi4mpi.bench.pattern.PatternCalls} is the program, which runs on ranks and on plain JVMs, and {@link
 * org.rmi4mpi.bench.pattern.PatternJobs} has the rows.
 */
package org.rmi4mpi.bench.pattern;
