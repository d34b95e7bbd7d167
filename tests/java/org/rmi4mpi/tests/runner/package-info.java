/**
 * The test runner. {@code make test} and {@code make check} start {@link org.rmi4mpi.tests.runner.TestRun}. It runs the
 * tests of packages {@code unit} and {@code serial} in one JVM each. Those of {@code jobs} and {@code hostile} run in
 * one JVM, too, and start jobs. Those of package {@code ranks} run under mpirun on 1, 2, 3 and 4 ranks. {@link
 * org.rmi4mpi.tests.runner.RankTests} runs in those JVMs, and ends a test that passes its {@link
 * org.rmi4mpi.tests.runner.Deadline}, 30 s by default. Where JUnit runs a class of ranks by itself, as in an IDE, {@link
 * org.rmi4mpi.tests.runner.RankRunner} starts MPI. {@link org.rmi4mpi.tests.runner.Jdks} finds the JDKs, and {@link
 * org.rmi4mpi.tests.runner.JdkTools} the compiler of one.
 *
 * <p>Annotations say where a test runs and how long it may take:
 *
 * <ul>
 *   <li>{@link org.rmi4mpi.tests.runner.InCheck}: {@code make check} runs it, a test of whole jobs. {@link
 *       org.rmi4mpi.tests.runner.NotInCheck}: it does not, since the test takes seconds. The check runs on one JDK and on 2
 *       ranks.
 *   <li>{@link org.rmi4mpi.tests.runner.OneJdk}: runs on one JDK, where there are several. {@link
 *       org.rmi4mpi.tests.runner.EachJdk}: a test of jobs or documents that runs on JDK 21, too, which stands between 17 and 25 and
 *       runs fewer tests. {@code JDK=21} runs all. {@code scripts/setup-jdk21} installs a JRE where there is no JDK 21.
 *   <li>{@link org.rmi4mpi.tests.runner.MostRanks}: leaves out numbers of ranks that repeat a long test.
 *   <li>{@link org.rmi4mpi.tests.runner.Deadline}: after which a test ends with its job and a dump of all threads; the
 *       tests after it run in a new one. Deadlines count seconds as {@link org.rmi4mpi.tests.runner.Patience} does: more
 *       slowly where more threads want to run than there are cores.
 * </ul>
 *
 * <p>Each number of ranks runs on one JDK: one and four on the JDK that runs this, two on the newest, three on the one between.
 *
 * <p>{@code -Xcheck:jni} is on for one and two ranks, and a warning from it is a failure. build/tests/times.txt has the processor time of each
 * test of the last run of all, and times-hosts.txt and the like that of the last run of some.
 */
package org.rmi4mpi.tests.runner;
