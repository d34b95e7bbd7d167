/**
 * Programs of JPVM, which JpvmTest starts by {@code rmi4mpirun --jpvm}, on 1 to 4 ranks. Main throws if a result is
 * wrong, so that the job fails.
 */
package org.rmi4mpi.tests.tasks;
