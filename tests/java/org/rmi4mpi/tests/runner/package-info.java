/**
 * The test runner. {@link org.rmi4mpi.tests.runner.TestRun} is what {@code make test} starts: it runs the tests of
 * package {@code unit} in one JVM, and those of package {@code ranks} under mpirun on 1, 2, 3 and 4 ranks, on each
 * JDK that it finds. {@link org.rmi4mpi.tests.runner.RankTests} is what runs in those JVMs.
 */
package org.rmi4mpi.tests.runner;
