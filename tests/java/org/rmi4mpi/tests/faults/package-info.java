/**
 * Allocation failures and short stacks at random points of calls of all kinds, by the ten thousand. {@link
 * org.rmi4mpi.tests.faults.FaultRun} starts jobs of {@link org.rmi4mpi.tests.faults.FaultyCalls}, and tells its ranks by
 * sockets which case comes next, so that what it knows does not depend on what it tests. {@link
 * org.rmi4mpi.tests.faults.FaultyLibrary} puts a possible failure before each allocation into our classes; {@link
 * org.rmi4mpi.tests.faults.Faults} says which of them fail. Each call is answered or fails, and afterwards all ranks
 * answer.
 */
package org.rmi4mpi.tests.faults;
