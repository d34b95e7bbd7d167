/**
 * How frames get from rank to rank: KaRMI's technology objects. {@link
 * org.rmi4mpi.transport.Transport} is what the dispatcher knows of it; {@code transport.mpi} carries
 * frames in MPI messages, {@code transport.local} between runtimes of one JVM.
 *
 * <p>A frame belongs to one party at a time: see {@link org.rmi4mpi.transport.Frame}.
 */
package org.rmi4mpi.transport;
