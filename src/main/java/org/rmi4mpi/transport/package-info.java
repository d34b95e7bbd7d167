/**
 * Carries frames from rank to rank. The dispatcher uses only {@link org.rmi4mpi.transport.Transport}. {@code
 * transport.mpi} carries frames in MPI messages, {@code transport.local} between runtimes of one JVM. A transport
 * corresponds to a technology object of KaRMI.
 *
 * <p>A frame has one owner at a time: see {@link org.rmi4mpi.transport.Frame}. Any thread may send, and one thread at
 * a time polls. {@link org.rmi4mpi.transport.RankBell} decides when a rank sleeps and which thread is rung.
 */
package org.rmi4mpi.transport;
