/**
 * Messages in two spellings: that of mpiJava 1.2, to which mpiJava and MPJ Express programs are written, and that of Open MPI's
 * Java bindings. Both are in the same classes, {@code comm.Send(buf, offset, count, type, dest, tag)} beside
 * {@code comm.send(buf, count, type, dest, tag)}.
 *
 * <p>Here is spelling alone. A {@link mpi.Comm} inherits its methods from public sealed interfaces, by topic and API; each
 * names its call, wraps its arguments, and enters {@code org.rmi4mpi.message}, which does the work.
 *
 * <p>Buffers are one-dimensional arrays of a primitive type, or of objects, or java.nio buffers. In mpiJava's spelling an offset
 * follows, in elements of the datatype's base type; in Open MPI's a buffer begins with its first element, and
 * {@link mpi.MPI#slice(int[], int)} names the middle of one. Counts are in copies of the datatype. On the wire primitive types
 * are what C has (int is MPI_INT, double is MPI_DOUBLE, char is MPI_UNSIGNED_SHORT).
 *
 * <p>Any thread may call at any time between {@link mpi.MPI#Init} and {@link mpi.MPI#Finalize}. A call that blocks lets
 * everything else go on, remote calls among them. Arguments are checked before MPI sees them; what is wrong is reported by an
 * {@link mpi.MPIException} that names the call, the argument, its value and the rank.
 */
package mpi;
