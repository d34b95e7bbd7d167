/**
 * Java's way into MPI and back: the native methods, the memory they read and write, and the lock
 * under which they are entered.
 *
 * <p>Priorities, in this order: no crash of the JVM from any input, no wait that stops others from
 * making progress, speed.
 *
 * <ul>
 *   <li>{@link org.rmi4mpi.bridge.Mpi} has the native methods of MPI. Messages are sent, received and progressed by
 *       one thread at a time; the calls that make communicators may block, and are made beside, which takes {@code
 *       MPI_THREAD_MULTIPLE}.
 *   <li>Nothing else blocks in MPI: an operation is started in a {@link
 *       org.rmi4mpi.bridge.RequestSlot} and then tested. Whoever waits does so by {@link
 *       org.rmi4mpi.bridge.Progress}, which the layers above implement.
 *   <li>A native method unpacks its arguments, makes one MPI call and returns its code. Java decides
 *       what an error means, checks every argument beforehand, and owns all memory.
 * </ul>
 *
 * <p>Called by package {@code mpi}, and by the MPI transport of the core.
 */
package org.rmi4mpi.bridge;
