/**
 * Programs of JPVM, which JpvmTest starts by {@code rmi4mpirun --jpvm}, on 1 to 4 ranks. What is not as it should be is
 * thrown by main, so that the job fails.
 */
package org.rmi4mpi.tests.tasks;
