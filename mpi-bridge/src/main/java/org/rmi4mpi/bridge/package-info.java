/**
 * Java's way into MPI and back: the native methods, the memory they read and write, and the lock
 * under which they are entered.
 *
 * <p>Priorities, in this order: no crash of the JVM from any input, no wait that stops others from
 * making progress, speed.
 *
 * <ul>
 *   <li>{@link org.rmi4mpi.bridge.Mpi} is the only class with native methods. MPI is entered by one
 *       thread at a time, so it is initialised at {@code MPI_THREAD_SERIALIZED}.
 *   <li>Nothing blocks in MPI: an operation is started in a {@link
 *       org.rmi4mpi.bridge.RequestSlot} and then tested. Whoever waits does so by {@link
 *       org.rmi4mpi.bridge.Progress}, which the layers above implement.
 *   <li>A native method unpacks its arguments, makes one MPI call and returns its code. Java decides
 *       what an error means, checks every argument beforehand, and owns all memory.
 * </ul>
 *
 * <p>Called by package {@code mpi}, and by the MPI transport of the core.
 */
package org.rmi4mpi.bridge;
