/**
 * What a job does that goes on without lost ranks ({@code rmi4mpirun --survive}): {@link org.rmi4mpi.survive.LossListeners} tells
 * programs of each loss, in the same order at all ranks. {@code dispatch.Losses} notices the losses, and fails calls. Called
 * by package {@code rmi}. Any thread may call.
 *
 * @hidden internal
 */
package org.rmi4mpi.survive;
