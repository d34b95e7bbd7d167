/**
 * The bridge between Java and MPI: the native methods, the memory they use, and the lock under which they run.
 *
 * <p>Priorities, in this order: no input crashes the JVM, no wait stops the progress of others, speed.
 *
 * <ul>
 *   <li>{@link org.rmi4mpi.bridge.Mpi} has the native methods of messages and frames. {@code MpiCollectives}, {@code
 *       MpiCommunicators}, {@code MpiWindows} and {@code MpiFiles} have those of their topics. One thread at a time
 *       sends, receives and makes progress. Calls that create communicators may block, and run at the same time as
 *       these, which requires {@code MPI_THREAD_MULTIPLE}.
 *   <li>No other call blocks in MPI: an operation is started in a {@link org.rmi4mpi.bridge.RequestSlot} and then
 *       tested. A thread waits by {@link org.rmi4mpi.bridge.Progress}, which the layers above implement.
 *   <li>A native method unpacks its arguments, makes one MPI call and returns its code. Java interprets errors, checks
 *       every argument beforehand, and owns all memory. The C is in src/main/c. bridge.h lists its files.
 * </ul>
 *
 * <p>Called by package {@code mpi} and its engine {@code message}, and by the layers of the core that send frames and
 * end the job.
 */
package org.rmi4mpi.bridge;
