/**
 * The message engine. It checks a program's arguments, calls MPI, and returns the results. It is the same for all APIs.
 * Package {@code mpi} has the methods in the spellings of the APIs; each of them names the call, wraps the arguments,
 * and enters here.
 *
 * <ul>
 *   <li>A {@link org.rmi4mpi.message.Span} is a part of a program's buffer, copies of a {@link
 *       org.rmi4mpi.message.Layout}, with the name of the call. {@code RootedSpans} makes those that matter at some
 *       ranks only. Arguments are checked against the span before MPI gets them. Staging ({@code StagedSpan}, {@code
 *       Pieces}) chooses the memory for MPI: the program's own, or a copy.
 *   <li>An {@link org.rmi4mpi.message.Operation} was started and is not complete. Its {@code OperationCourse} owns the
 *       memory that MPI reads and writes, and has its state. {@link org.rmi4mpi.message.PendingOperations} keeps it
 *       reachable. An {@link org.rmi4mpi.message.Outcome} is its result. The face has a subclass of each, so that a
 *       call allocates one object of each and no more.
 *   <li>{@link org.rmi4mpi.message.PointToPoint}, {@link org.rmi4mpi.message.Probes}, {@link
 *       org.rmi4mpi.message.Collectives} and {@link org.rmi4mpi.message.Reductions} have one method for all forms of an
 *       operation: blocking or started, in place or not, within a group or between two.
 *   <li>{@link org.rmi4mpi.message.Membership} and {@link org.rmi4mpi.message.Topologies} make communicators.
 *   <li>A {@link org.rmi4mpi.message.Window} is memory that other ranks use; {@code WindowMaker} makes it. {@link
 *       org.rmi4mpi.message.OneSided} has one method for both forms of each operation, and {@link
 *       org.rmi4mpi.message.Synchronisation} the calls that complete them. {@code Epochs} refuses calls in a wrong
 *       order, and {@code Transfers} keeps buffers until their operations are complete. The ranks of one node map new
 *       memory ({@code SharedMemory}), and operations on it end at once.
 *   <li>{@link org.rmi4mpi.message.MessageOutputStream} and {@link org.rmi4mpi.message.MessageInputStream} are streams
 *       of bytes, which are sent in messages.
 *   <li>{@link org.rmi4mpi.message.Strict} finds mistakes that MPI lets pass: {@code CollectiveCheck}, {@link
 *       org.rmi4mpi.message.LiveHandles}, {@code SentMessages}. They do nothing while it is off.
 *   <li>Objects are sent as bytes ({@code ObjectCodec}, {@code ObjectMessages}). A {@code ByteExchange} is a collective
 *       operation on such bytes: {@code ByteCollectives} waits, and {@code StartedExchange} consists of {@code Parts}
 *       that proceed without the program. The ranks that need the result of a reduction by a function in Java compute
 *       it ({@code Contributions}). User code never runs inside MPI, nor on the threads that poll.
 * </ul>
 *
 * <p>Priorities, in this order: no argument crashes the JVM or damages another buffer; remote calls are served during
 * every wait; speed. The hot paths are {@code PointToPoint.send} and {@code receive} of small messages. They allocate
 * only the outcome on the heap: the thread lends its slot and its buffer, and the compiler keeps the span in registers.
 *
 * <p><b>How a blocking operation is entered.</b> If the operation has a nonblocking form, this form is started in a
 * slot ({@code Operation.begin}, then {@code started}), and {@code Job.progress()} waits for it. If it has none, such
 * as the creation of a communicator, it goes through {@code Membership.make}, or directly through {@code
 * Meetings.together}. There all members meet in a nonblocking barrier, during which remote calls are served. They then
 * make the call without the entry lock, which requires {@code MPI_THREAD_MULTIPLE}. In C such a call stands between
 * {@code enter_blocking} and {@code leave_blocking}. No call that may wait for another rank is made under the lock.
 *
 * <p>Any thread may call, between MPI.Init and MPI.Finalize. Errors are {@link org.rmi4mpi.message.MessageException}s.
 * {@link org.rmi4mpi.message.Failures} makes them, in the class that programs catch. If a communicator's error handler
 * is fatal, the job ends instead.
 *
 * <p>Called by packages {@code mpi} and {@code mpjbuf}. Uses only package {@code bridge}.
 */
package org.rmi4mpi.message;
