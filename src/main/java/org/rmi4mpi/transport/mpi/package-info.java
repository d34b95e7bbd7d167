/**
 * Frames as MPI messages, on a communicator that nobody else uses. The only package of the core that
 * calls {@link org.rmi4mpi.bridge.Mpi}.
 */
package org.rmi4mpi.transport.mpi;
