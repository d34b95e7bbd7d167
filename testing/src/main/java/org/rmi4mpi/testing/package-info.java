/**
 * Runs JUnit tests on the ranks of a job: by {@link org.rmi4mpi.testing.OnRanks} with JUnit 5, by
 * {@link org.rmi4mpi.testing.RanksRule} with JUnit 4.
 *
 * <p>The JVM of the build or of the IDE runs no line of such a test. It starts a job ({@link org.rmi4mpi.testing.RankJob}), whose
 * ranks each run the same test ({@link org.rmi4mpi.testing.RankTest}) between MPI.Init and MPI.Finalize. Each rank writes how
 * its test ended to a file. The test fails in the first JVM if it fails at a rank, with that rank's exception and output.
 *
 * <p>A job has one folder for these files on its own host. All classes here are used by one thread at a time.
 */
package org.rmi4mpi.testing;
