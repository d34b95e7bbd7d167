/**
 * The message engine. It checks a program's arguments, calls MPI, and returns the results. It is the same for all
 * APIs. Package {@code mpi} has the methods in the spellings of the APIs; each of them names the call, wraps the
 * arguments, and enters here. One method serves all forms of an operation: blocking or started, in place or not,
 * within a group or between two. docs/design/messages.md has the rest.
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
 * <p>Any thread may call, between MPI.Init and MPI.Finalize. Errors are {@code MessageException}s, which {@code
 * Failures} makes in the class that programs catch. If a communicator's error handler is fatal, the job ends instead.
 * User code never runs inside MPI, nor on the threads that poll.
 *
 * <p>Internal: called by packages {@code mpi} and {@code mpjbuf} alone. Uses only package {@code bridge}.
 */
package org.rmi4mpi.message;
