/**
 * The buffers that programs of MPJ Express make to pack data. {@link mpi.Comm#Pack} and Unpack take them in place of an
 * array of bytes, and so does every other call with {@link mpi.MPI#PACKED}. Any thread may call.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><td>{@link Buffer}</td><td>packed data</td></tr>
 *   <tr><td>{@link RawBuffer}</td><td>its memory</td></tr>
 *   <tr><td>{@link BufferFactory}</td><td>makes such memory</td></tr>
 * </table>
 */
package mpjbuf;
