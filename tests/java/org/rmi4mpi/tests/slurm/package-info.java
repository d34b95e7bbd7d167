/**
 * Tests of the job scripts on a real Slurm, which {@code scripts/private-slurm} runs on this machine. {@code make
 * test-slurm} runs them.
 */
package org.rmi4mpi.tests.slurm;
