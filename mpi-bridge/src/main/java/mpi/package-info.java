/**
 * The mpiJava 1.2 interface to MPI: the classes that mpiJava and MPJ Express programs are written to.
 *
 * <p>Buffers are one-dimensional arrays of a primitive type, or of objects, or java.nio buffers, with an
 * offset in elements of the datatype's base type and a count in copies of the datatype. On the wire
 * primitive types are what C has (int is MPI_INT, double is MPI_DOUBLE, char is MPI_UNSIGNED_SHORT).
 *
 * <p>Any thread may call at any time between {@link mpi.MPI#Init} and {@link mpi.MPI#Finalize}. A call
 * that blocks lets everything else go on: it starts an operation that does not block, and waits by
 * {@link org.rmi4mpi.bridge.Progress}. Arguments are checked before MPI sees them; what is wrong is
 * reported by an {@link mpi.MPIException} that names the call, the argument, its value and the rank.
 */
package mpi;
