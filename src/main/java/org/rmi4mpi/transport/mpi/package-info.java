/**
 * Carries frames as MPI messages, on a communicator of its own. This is the only core package that calls
 * {@link org.rmi4mpi.bridge.Mpi}.
 */
package org.rmi4mpi.transport.mpi;
