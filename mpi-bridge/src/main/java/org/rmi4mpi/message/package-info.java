/**
 * The message engine: what a program hands to MPI, and what comes of it. It knows no API's spelling. Package {@code mpi}
 * has the spellings; each of its methods names the call, wraps the arguments, and enters here.
 *
 * <ul>
 *   <li>A {@link org.rmi4mpi.message.Span} is what a call is given: its name, and copies of a
 *       {@link org.rmi4mpi.message.Layout} in a program's buffer. Arguments are checked against it before MPI sees them.
 *       Staging ({@code StagedSpan}, {@code Pieces}) finds the memory for MPI: the program's own, or a copy.
 *   <li>An {@link org.rmi4mpi.message.Operation} is what was started and has yet to be completed. Its
 *       {@code OperationCourse} owns the memory that MPI reads and writes, and names its state by one enum.
 *       {@link org.rmi4mpi.message.PendingOperations} keeps it reachable. An {@link org.rmi4mpi.message.Outcome} tells how it ended. The face has a subclass of each, so that a
 *       call takes one object of each and no more.
 *   <li>{@link org.rmi4mpi.message.PointToPoint}, {@link org.rmi4mpi.message.Probes},
 *       {@link org.rmi4mpi.message.Collectives} and {@link org.rmi4mpi.message.Reductions} have one method for all forms
 *       of an operation: waited for or started, in place or not, within a group or between two.
 *   <li>{@link org.rmi4mpi.message.CommunicatorMaker} and {@link org.rmi4mpi.message.Topologies} make communicators.
 *   <li>A {@link org.rmi4mpi.message.Window} is memory that other ranks use ({@code WindowMaker}), and
 *       {@link org.rmi4mpi.message.OneSided} has one method for both forms of each operation. {@code Epochs} refuses calls
 *       out of order, and {@code Transfers} keeps buffers until a call completes their operations. Memory that is made on one
 *       node is mapped by its ranks ({@code SharedMemory}), and operations on it end at once.
 *   <li>{@link org.rmi4mpi.message.MessageOutputStream} and {@link org.rmi4mpi.message.MessageInputStream} are streams of
 *       bytes in messages.
 *   <li>{@link org.rmi4mpi.message.Strict} finds mistakes that MPI lets pass: {@code CollectiveCheck},
 *       {@link org.rmi4mpi.message.LiveHandles}, {@code SentMessages}. None of these does anything while it is off.
 *   <li>Objects go as bytes ({@code ObjectCodec}, {@code ObjectMessages}). A {@code ByteExchange} is a collective operation of
 *       them: {@code ByteCollectives} waits, and {@code StartedExchange} consists of {@code Parts} that go on by themselves. A
 *       reduction by a function in Java is computed by the ranks that need it ({@code Contributions}). User code never runs
 *       inside MPI, nor on the threads that poll.
 * </ul>
 *
 * <p>Priorities: no argument crashes the JVM or harms another buffer, every wait lets remote calls through, speed. The hot
 * paths are {@code PointToPoint.send} and {@code receive} of small messages: they take no memory of the heap but for the
 * outcome, since the thread lends its slot and its buffer, and the span does not leave the compiled code.
 *
 * <p><b>How a blocking operation is entered.</b> One that has a nonblocking form is started in a slot
 * ({@code Operation.begin}, then {@code started}), and waited for by {@code Job.progress()}. One that has none, such as the
 * creation of a communicator, goes through {@code CommunicatorMaker.make}, or {@code Meetings.together} itself: all members meet in a
 * nonblocking barrier, during which remote calls are served, and then make the call without the entry lock, which takes
 * {@code MPI_THREAD_MULTIPLE}. In C such a call stands between {@code enter_blocking} and {@code leave_blocking}. Nothing
 * that may wait for another rank is called under the lock.
 *
 * <p>Any thread may call, between MPI.Init and MPI.Finalize. What is wrong is reported by a
 * {@link org.rmi4mpi.message.MessageException}, which {@link org.rmi4mpi.message.Failures} makes into the exception that
 * programs catch; a communicator whose error handler is fatal ends the job instead.
 *
 * <p>Called by packages {@code mpi} and {@code mpjbuf}. Stands on package {@code bridge} alone.
 */
package org.rmi4mpi.message;
