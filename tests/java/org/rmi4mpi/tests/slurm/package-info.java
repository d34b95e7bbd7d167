/**
 * Tests of the job scripts on a real Slurm, which {@code scripts/private-slurm} runs on this machine. {@code make
 * test-slurm} runs them. {@link org.rmi4mpi.tests.slurm.ClusterPageTest} runs each command of docs/cluster.md word for word: the
 * lines of its indented blocks, except of those that follow {@code <!-- output -->}. {@code scripts/private-slurm} in a
 * terminal gives a Slurm to try things on.
 */
package org.rmi4mpi.tests.slurm;
