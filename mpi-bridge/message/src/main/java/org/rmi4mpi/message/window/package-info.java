/**
 * One-sided communication: memory of each rank that the other ranks read and write; MPI 3.1, chapter 11. Calls whose
 * result MPI leaves undefined are refused, and buffers are kept until their operations are complete.
 *
 * <p>If the ranks of a window are on one node and want new memory, each maps the same file in memory. An operation is then
 * a copy by the calling thread, and has ended when its call returns. Otherwise MPI makes the window, or system calls
 * reach the memory where MPI makes none.
 *
 * <p>Any thread may call, between MPI.Init and MPI.Finalize. Remote calls are served while a rank waits for others.
 *
 * <p>Internal: called by package {@code mpi} alone. Uses {@code collective}, {@code message}, {@code data} and package
 * {@code bridge}.
 */
package org.rmi4mpi.message.window;
