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
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><th colspan="2">The calls of MPI</th></tr>
 *   <tr><td>{@link MpiTypes}, {@link MpiInfos}, {@link MpiProcesses}, {@link MpiDirect}</td><td>datatypes; hints;
 *       processes that join; memory of other processes on the node</td></tr>
 *   <tr><td>{@link FrameMessages}</td><td>the messages of the MPI transport, in a ring of posted receives</td></tr>
 *   <tr><th colspan="2">The job</th></tr>
 *   <tr><td>{@link Job}</td><td>from Init to Finalize: ranks, state, and the Progress that waits</td></tr>
 *   <tr><td>{@link WorldAttributes}</td><td>what MPI says of MPI_COMM_WORLD, such as the largest tag</td></tr>
 *   <tr><td>{@link JobParticipant}</td><td>a layer above that starts and ends with it</td></tr>
 *   <tr><td>{@code Agreement}</td><td>compares versions and options of all ranks</td></tr>
 *   <tr><td>{@code JavaRanks}</td><td>which ranks run Java</td></tr>
 *   <tr><td>{@code LibraryCheck}, {@code NativeLibrary}</td><td>whether launcher and library fit; loads
 *       librmi4mpi.so</td></tr>
 *   <tr><td>{@link HotPaths}</td><td>initialises classes in MPI.Init, where failures still do no harm</td></tr>
 *   <tr><td>{@code Signals}</td><td>keeps the JVM's signal handlers</td></tr>
 *   <tr><td>{@link Meetings}</td><td>ranks meet before a call that blocks, or before the end</td></tr>
 *   <tr><td>{@link Leftovers}</td><td>what a program has not completed or received</td></tr>
 *   <tr><td>{@code Abort}</td><td>ends a job that has failed</td></tr>
 *   <tr><th colspan="2">Waiting</th></tr>
 *   <tr><td>{@link Completion}</td><td>the condition that a thread waits for</td></tr>
 *   <tr><td>{@code PollingProgress}</td><td>waits where no layer above takes part</td></tr>
 *   <tr><td>{@link Doorbells}</td><td>finds the ranks of this node, and opens the memory by which they wake each other</td></tr>
 *   <tr><td>{@link VirtualThreads}</td><td>what is different for virtual threads</td></tr>
 *   <tr><th colspan="2">Memory</th></tr>
 *   <tr><td>{@link Memory}</td><td>what MPI reads or writes</td></tr>
 *   <tr><td>{@link NativeBuffer}</td><td>native memory from a pool</td></tr>
 *   <tr><td>{@link PinnedArray}</td><td>an array in the heap that MPI uses in place</td></tr>
 *   <tr><td>{@code Pinning}</td><td>which arrays the JVM's collector leaves in place</td></tr>
 *   <tr><td>{@link HeapArrays}</td><td>the heap that an array takes, by collector and region size</td></tr>
 *   <tr><td>{@link ArrivingArray}</td><td>an array that is received by way of a copy</td></tr>
 *   <tr><td>{@link ThreadMemory}</td><td>the slot and buffer of a thread, for operations that end at once</td></tr>
 *   <tr><td>{@code BufferAddress}</td><td>the address of a direct buffer</td></tr>
 *   <tr><td>{@link DirectMemory}, {@link Stack}, {@code Jvm}</td><td>how much direct memory there is; whether the stack
 *       suffices; options of the JVM</td></tr>
 *   <tr><th colspan="2">Objects</th></tr>
 *   <tr><td>{@link ObjectStreams}</td><td>streams of objects in messages, which the core implements</td></tr>
 *   <tr><td>{@code JdkObjectStreams}</td><td>the JDK's, where there is no core</td></tr>
 * </table>
 */
package org.rmi4mpi.bridge;
