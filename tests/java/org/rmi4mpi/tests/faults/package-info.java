/**
 * Allocation failures and short stacks at random points of calls of all kinds, by the ten thousand. {@link
 * org.rmi4mpi.tests.faults.FaultRun} starts jobs of {@link org.rmi4mpi.tests.faults.FaultyCalls}. It tells the ranks
 * over sockets which case comes next, so that the control does not depend on the code under test. {@link
 * org.rmi4mpi.tests.faults.FaultyLibrary} inserts a possible failure before each allocation in our classes, and {@link
 * org.rmi4mpi.tests.faults.Faults} decides which of them fail. Each call is answered or fails, and afterwards all ranks
 * answer.
 */
package org.rmi4mpi.tests.faults;
