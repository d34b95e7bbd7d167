/**
 * The test runner. {@code make test} and {@code make check} start {@link org.rmi4mpi.tests.runner.TestRun}. It runs the
 * tests of packages {@code unit} and {@code serial} in one JVM each. Those of {@code jobs} and {@code hostile} run in
 * one JVM, too, and start jobs. Those of package {@code ranks} run under mpirun on 1, 2, 3 and 4 ranks. {@link
 * org.rmi4mpi.tests.runner.RankTests} runs in those JVMs, and ends a test that passes its {@link
 * org.rmi4mpi.tests.runner.Deadline}, 30 s by default. Where JUnit runs a class of ranks by itself, as in an IDE, {@link
 * org.rmi4mpi.tests.runner.RankRunner} starts MPI. {@link org.rmi4mpi.tests.runner.Jdks} finds the JDKs, and {@link
 * org.rmi4mpi.tests.runner.JdkTools} the compiler of one.
 *
 * <p>Annotations say where a test runs and how long it may take: {@link org.rmi4mpi.tests.runner.InCheck}, {@link
 * org.rmi4mpi.tests.runner.NotInCheck}, {@link org.rmi4mpi.tests.runner.OneJdk}, {@link
 * org.rmi4mpi.tests.runner.EachJdk}, {@link org.rmi4mpi.tests.runner.MostRanks}, {@link
 * org.rmi4mpi.tests.runner.Deadline}.
 */
package org.rmi4mpi.tests.runner;
