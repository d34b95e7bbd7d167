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
 *   <li>{@link org.rmi4mpi.message.CommunicatorMaker} and {@link org.rmi4mpi.message.Topologies} make communicators.
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
 * as the creation of a communicator, it goes through {@code CommunicatorMaker.make}, or directly through {@code
 * Meetings.together}. There all members meet in a nonblocking barrier, during which remote calls are served. They then
 * make the call without the entry lock, which requires {@code MPI_THREAD_MULTIPLE}. In C such a call stands between
 * {@code enter_blocking} and {@code leave_blocking}. No call that may wait for another rank is made under the lock.
 *
 * <p>Any thread may call, between MPI.Init and MPI.Finalize. Errors are {@link org.rmi4mpi.message.MessageException}s.
 * {@link org.rmi4mpi.message.Failures} makes them, in the class that programs catch. If a communicator's error handler
 * is fatal, the job ends instead.
 *
 * <p>Called by packages {@code mpi} and {@code mpjbuf}. Uses only package {@code bridge}.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><th colspan="2">What a call is given</th></tr>
 *   <tr><td>{@link ArrayBytes}</td><td>an array that is taken for its memory</td></tr>
 *   <tr><td>{@link ByteHolder}</td><td>a buffer of a face's own class</td></tr>
 *   <tr><td>{@link Element}</td><td>a primitive type, in Java and in C</td></tr>
 *   <tr><td>{@link Layout}, {@code LayoutBuilder}</td><td>the blocks of a datatype, in elements, which it packs and
 *       unpacks; collects them</td></tr>
 *   <tr><td>{@link LayoutMaker}, {@code Derivation}, {@code Composition}</td><td>makes layouts of others; by which
 *       constructor; what their parts have in common</td></tr>
 *   <tr><td>{@code Bounds}, {@code MpiType}</td><td>of a layout; its datatype in MPI, which tells them, for windows and
 *       files</td></tr>
 *   <tr><td>{@code Members}</td><td>what the bytes of a structure are</td></tr>
 *   <tr><td>{@link Packing}</td><td>packs elements into bytes</td></tr>
 *   <tr><td>{@link Check}</td><td>arguments other than buffers: ranks, tags, roots; makes the exceptions</td></tr>
 *   <tr><td>{@code ErrorClasses}</td><td>MPI's class of an error</td></tr>
 *   <tr><td>{@link Constants}</td><td>numbers that stand for any rank and the like</td></tr>
 *   <tr><td>{@code CallSite}</td><td>where the program makes a call</td></tr>
 *   <tr><td>{@code Texts}</td><td>texts for one call of MPI</td></tr>
 *   <tr><th colspan="2">Point to point</th></tr>
 *   <tr><td>{@link SendMode}, {@link BufferedSends}</td><td>the modes of a send; the room for buffered ones</td></tr>
 *   <tr><td>{@link Operations}</td><td>waits for several operations</td></tr>
 *   <tr><td>{@link Arrival}</td><td>takes what has arrived to its place</td></tr>
 *   <tr><td>{@link MatchedMessage}</td><td>a message that a probe has taken</td></tr>
 *   <tr><td>{@code FoundMessages}</td><td>messages of objects that a probe has taken to count them</td></tr>
 *   <tr><th colspan="2">Collective operations</th></tr>
 *   <tr><td>{@code CollectiveCall}</td><td>the arguments of a rank, which strict mode
 *       compares</td></tr>
 *   <tr><td>{@code Pieces}, {@code RootedSpans}</td><td>the part of each rank in a buffer; buffers that matter at the
 *       root alone</td></tr>
 *   <tr><td>{@code Exchange}</td><td>the memory of one, while it is put together</td></tr>
 *   <tr><td>{@link AllToAllw}</td><td>pieces with a layout each</td></tr>
 *   <tr><td>{@link Neighbors}</td><td>among the neighbours of a topology</td></tr>
 *   <tr><td>{@link Reduction}</td><td>an operation on elements: of MPI, or a method of the program, which {@code
 *       Contributions} applies in Java</td></tr>
 *   <tr><td>{@code ObjectCollectives}, {@code BytesBetween}, {@code ObjectChannel}</td><td>operations of objects;
 *       between two groups; the communicator for started ones</td></tr>
 *   <tr><td>{@code Stirring}</td><td>wakes ranks that a blocking call waits for</td></tr>
 *   <tr><th colspan="2">Communicators</th></tr>
 *   <tr><td>{@link Communicator}</td><td>MPI's handle, and what is known of the ranks</td></tr>
 *   <tr><td>{@link Attributes}, {@link Hints}</td><td>values by key; hints for MPI</td></tr>
 *   <tr><td>{@link RankGroup}</td><td>a set of ranks</td></tr>
 *   <tr><td>{@link Topology}, {@link Grid}, {@link Graph}, {@link DistGraph}</td><td>the neighbours of a rank: in all
 *       topologies, in a grid, and by edges</td></tr>
 *   <tr><td>{@link Processes}, {@link SpawnOrder}</td><td>processes that join the job; which are to be
 *       started</td></tr>
 *   <tr><td>{@link Engine}</td><td>initialises these classes in MPI.Init</td></tr>
 *   <tr><th colspan="2">Windows and files</th></tr>
 *   <tr><td>{@link Target}</td><td>a part of a rank's window</td></tr>
 *   <tr><td>{@code Attachments}</td><td>memory of a dynamic window</td></tr>
 *   <tr><td>{@link Files}, {@link OpenFile}</td><td>opens files; one of them</td></tr>
 *   <tr><td>{@link FileTransfers}, {@link FileAccess}</td><td>reads and writes; the forms of both</td></tr>
 *   <tr><td>{@link View}</td><td>what a rank sees of a file</td></tr>
 *   <tr><td>{@code FileErrors}, {@code WriteCheck}</td><td>texts of failures; writes that were not whole</td></tr>
 * </table>
 */
package org.rmi4mpi.message;
