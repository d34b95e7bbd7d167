/**
 * Carries frames from rank to rank. The dispatcher uses only {@link org.rmi4mpi.transport.Transport}.
 * {@code transport.mpi} carries frames in MPI messages, {@code transport.local} between runtimes of one JVM. A
 * transport corresponds to a technology object of KaRMI.
 *
 * <p>A frame has one owner at a time: see {@link org.rmi4mpi.transport.Frame}.
 */
package org.rmi4mpi.transport;
