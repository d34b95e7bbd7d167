/**
 * The buffers that programs of MPJ Express make to pack data. {@link mpi.Comm#Pack} and Unpack take them instead of
 * an array of bytes, and so does every other call with {@link mpi.MPI#PACKED}. Any thread may call.
 */
package mpjbuf;
