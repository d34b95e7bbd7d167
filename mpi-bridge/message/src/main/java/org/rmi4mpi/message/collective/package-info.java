/**
 * Collective operations. One method serves all forms of an operation: waited for or started, in place or not, within a
 * group or between two. An {@code Exchange} collects the memory of an operation, then starts it in MPI.
 *
 * <p>What MPI cannot do is done on bytes of any lengths, a {@code ByteExchange}: operations of objects, and reductions by
 * a function of the program. The ranks that need the result compute it, in the order of ranks. User code never runs
 * inside MPI, nor on the threads that poll.
 *
 * <p>Any thread may call, between MPI.Init and MPI.Finalize. What a call puts together is owned by its thread until the
 * operation starts.
 *
 * <p>Internal: called by package {@code mpi}, and by {@code window} and {@code file}, whose ranks exchange arguments and
 * failures. Uses {@code message}, {@code data} and package {@code bridge}.
 */
package org.rmi4mpi.message.collective;
