/**
 * Messages in two spellings: that of mpiJava 1.2, to which mpiJava and MPJ Express programs are written, and that of
 * Open MPI's Java bindings. The same classes have both: {@code comm.Send(buf, offset, count, type, dest, tag)} and
 * {@code comm.send(buf, count, type, dest, tag)}.
 *
 * <p>This package has only the methods. A {@link mpi.Comm} inherits them from public sealed interfaces, one for each
 * topic and API. Each method names its call, wraps its arguments, and enters {@code org.rmi4mpi.message}, which does
 * the work.
 *
 * <p>Buffers are one-dimensional arrays of a primitive type or of objects, or java.nio buffers. In mpiJava's spelling,
 * the argument after the buffer is an offset in elements of the datatype's base type. In Open MPI's spelling, a buffer
 * begins with its first element, and {@link mpi.MPI#slice(int[], int)} makes a buffer that begins at another one.
 * Counts are in copies of the datatype. Messages use the types of C: int is MPI_INT, double is MPI_DOUBLE, char is
 * MPI_UNSIGNED_SHORT.
 *
 * <p>Any thread may call at any time between {@link mpi.MPI#Init} and {@link mpi.MPI#Finalize}. While a call blocks,
 * other threads go on, and remote calls are served. Arguments are checked before MPI gets them. An error is an {@link
 * mpi.MPIException}, which names the call, the argument, its value and the rank.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><th colspan="2">The job</th></tr>
 *   <tr><td>{@link MPI}</td><td>Init, Finalize, and all constants</td></tr>
 *   <tr><td>{@link MpiNumbers}, {@link MpiModes}, {@link MpiErrors}</td><td>the constants that MPI inherits: for ranks
 *       and tags; for windows, files and processes; for errors</td></tr>
 *   <tr><td>{@link Version}</td><td>the version of the standard</td></tr>
 *   <tr><td>{@link MPIException}, {@link MpiFailures}</td><td>a call that failed; makes this exception for the
 *       engine</td></tr>
 *   <tr><td>{@link Errhandler}</td><td>what happens on an error</td></tr>
 *   <tr><td>{@link Info}</td><td>hints</td></tr>
 *   <tr><th colspan="2">Communicators</th></tr>
 *   <tr><td>{@link Comm}, {@link Intracomm}, {@link Intercomm}</td><td>a communicator; one within a group; one between
 *       two groups</td></tr>
 *   <tr><td>{@link CartComm}, {@link GraphComm}, {@link Cartcomm}, {@link Graphcomm}</td><td>with a grid or a graph, in
 *       Open MPI's spelling and in mpiJava's</td></tr>
 *   <tr><td>{@link CartParms}, {@link GraphParms}, {@link ShiftParms}, {@link DistGraphNeighbors}</td><td>the shape of
 *       a grid or graph; the partners of a shift; the caller's edges</td></tr>
 *   <tr><td>{@link Group}</td><td>a set of ranks</td></tr>
 *   <tr><td>{@link Freeable}</td><td>what can be freed</td></tr>
 *   <tr><td>{@link OpenMpiAttributes}, {@link MpiJavaAttributes}</td><td>attributes, names, error handlers</td></tr>
 *   <tr><td>{@link OpenMpiProcesses}</td><td>processes that join the job</td></tr>
 *   <tr><th colspan="2">Point to point</th></tr>
 *   <tr><td>{@link MpiJavaSends}, {@link MpiJavaReceives}, {@link OpenMpiSends}, {@link OpenMpiReceives}</td><td>sends;
 *       receives, exchanges and probes</td></tr>
 *   <tr><td>{@link MpiJavaPersistent}, {@link OpenMpiPersistent}, {@link Prequest}</td><td>requests that are started
 *       many times</td></tr>
 *   <tr><td>{@link Request}, {@link Status}</td><td>an operation that was started; what is known of a message</td></tr>
 *   <tr><td>{@link Message}</td><td>a message that a matched probe has found</td></tr>
 *   <tr><td>{@link RankStreams}</td><td>streams of bytes between two ranks</td></tr>
 *   <tr><th colspan="2">Collective operations</th></tr>
 *   <tr><td>{@link MpiJavaCollectives}, {@link MpiJavaStartedCollectives}, {@link MpiJavaReductions}</td><td>in
 *       mpiJava's spelling: waited for, started, reductions</td></tr>
 *   <tr><td>{@link OpenMpiGathers}, {@link OpenMpiScatters}, {@link OpenMpiExchanges}</td><td>in Open MPI's: to one or
 *       all, from one, all to all</td></tr>
 *   <tr><td>{@link OpenMpiReductions}, {@link OpenMpiScans}, {@link OpenMpiNeighbors}</td><td>reductions; over the
 *       ranks before; among neighbours</td></tr>
 *   <tr><td>{@link Op}, {@link User_function}, {@link UserFunction}, {@code UserFunctionCall}</td><td>a reduction; a
 *       program's own function in both spellings; calls it</td></tr>
 *   <tr><td>{@link Maxloc}, {@link Minloc}</td><td>the largest or smallest value and its place</td></tr>
 *   <tr><th colspan="2">Buffers and types</th></tr>
 *   <tr><td>{@link MpiBuffers}, {@link MpiDatatypes}</td><td>make buffers; have the basic types: MPI inherits
 *       both</td></tr>
 *   <tr><td>{@link Datatype}, {@link OpenMpiDatatypes}, {@link MpiJavaDatatypes}</td><td>a type, and how types are made
 *       of others</td></tr>
 *   <tr><td>{@link Struct}, {@link StructData}, {@link RecordStruct}</td><td>a structure as C has it; its fields; that
 *       of a Java record</td></tr>
 *   <tr><td>{@link Int2}, {@link ShortInt}, {@link LongInt}, {@link FloatInt}, {@link DoubleInt}, {@link FloatComplex},
 *       {@link DoubleComplex}</td><td>views of pairs and complex numbers</td></tr>
 *   <tr><td>{@link Count}</td><td>a number that may exceed an int</td></tr>
 *   <tr><td>{@link MpiJavaPacking}, {@link OpenMpiPacking}</td><td>packing elements into bytes</td></tr>
 *   <tr><td>{@code OpenMpiSpans}</td><td>makes the engine's spans of Open MPI's arguments</td></tr>
 *   <tr><th colspan="2">Windows and files</th></tr>
 *   <tr><td>{@link Win}, {@link OpenMpiOneSided}, {@link OpenMpiEpochs}</td><td>a window; its operations; the calls
 *       that synchronise</td></tr>
 *   <tr><td>{@link File}, {@link FileView}</td><td>a file; what a rank sees of it</td></tr>
 *   <tr><td>{@link OpenMpiFileOffsets}, {@link OpenMpiFilePointers}, {@link OpenMpiFileShared}</td><td>access at given
 *       offsets; at a rank's pointer; at the shared pointer</td></tr>
 * </table>
 */
package mpi;
