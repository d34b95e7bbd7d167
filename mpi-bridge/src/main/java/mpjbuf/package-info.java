/**
 * The buffers that MPJ Express packs into, as far as programs make them: {@link mpi.Comm#Pack} and Unpack take them in
 * place of an array of bytes, and so does every other call with {@link mpi.MPI#PACKED}. Any thread may call.
 */
package mpjbuf;
