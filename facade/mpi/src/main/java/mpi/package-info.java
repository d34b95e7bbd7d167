/**
 * Messages in two spellings: that of mpiJava 1.2, to which mpiJava and MPJ Express programs are written, and that of
 * Open MPI's Java bindings. The same classes have both: {@code comm.Send(buf, offset, count, type, dest, tag)} and
 * {@code comm.send(buf, count, type, dest, tag)}.
 *
 * <p>This package has only the methods. A {@link mpi.Comm} inherits them from public sealed interfaces, one for each
 * topic, in which the two spellings of a call stand together. Each method names its call, wraps its arguments, and enters {@code org.rmi4mpi.message}, which does
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
 */
package mpi;
