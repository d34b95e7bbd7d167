/**
 * The message engine: communicators, messages between two ranks, and the operations that are started and completed. It
 * checks a program's arguments, calls MPI, and returns the results. It is the same for all APIs. Package {@code mpi} has
 * the methods in the spellings of the APIs; each of them names the call, wraps the arguments, and enters here.
 * docs/design/messages.md has the rest.
 *
 * <p>Package {@code data}, a program's buffers, lies below. {@code collective}, then {@code window} and {@code file}
 * beside each other, lie above. They start operations by {@code Operations.start}.
 *
 * <p>Priorities, in this order: no argument crashes the JVM or damages another buffer; remote calls are served during
 * every wait; speed. The hot paths are {@code PointToPoint.send} and {@code receive} of small messages. They allocate
 * only the outcome on the heap: the thread lends its slot and its buffer, and the compiler keeps the span in
 * registers.
 *
 * <p><b>How a blocking operation is entered.</b> If the operation has a nonblocking form, this form is started in a
 * slot ({@code Operation.begin}, then {@code started}), and {@code Job.progress()} waits for it. If it has none, such
 * as the creation of a communicator, it goes through {@code CommunicatorMaker.make}, or directly through {@code
 * Meetings.together}. There all members meet in a nonblocking barrier, during which remote calls are served. They then
 * make the call without the entry lock, which requires {@code MPI_THREAD_MULTIPLE}. In C such a call stands between
 * {@code enter_blocking} and {@code leave_blocking}. No call that may wait for another rank is made under the lock.
 *
 * <p>Any thread may call, between MPI.Init and MPI.Finalize. If a communicator's error handler is fatal, an error ends
 * the job. User code never runs inside MPI, nor on the threads that poll.
 *
 * <p>Internal: called by packages {@code mpi} and {@code mpjbuf}, and by the packages above. Uses only {@code data} and
 * package {@code bridge}.
 */
package org.rmi4mpi.message;
