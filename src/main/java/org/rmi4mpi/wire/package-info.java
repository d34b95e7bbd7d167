/**
 * The bytes that travel between ranks. Each class describes one layout: it draws it, and has a getter and a setter for
 * each field. These classes have no other logic and no state. No other class knows an offset. Written and read by
 * {@link org.rmi4mpi.ref}, {@link org.rmi4mpi.dispatch}, {@link org.rmi4mpi.transport.mpi} and
 * {@link org.rmi4mpi.serial}.
 *
 * <p>A frame begins with a {@link org.rmi4mpi.wire.FrameHeader}. Its {@link org.rmi4mpi.wire.FrameKind} determines the
 * rest.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><td>{@link FrameHeader}, {@link FrameKind}</td><td>the first 16 bytes of every frame; the kinds, and who sends
 *       each</td></tr>
 *   <tr><td>{@link RequestFrame}, {@link BatchedCall}</td><td>a request; a call in the request of a batch</td></tr>
 *   <tr><td>{@link ReplyFrame}, {@link MemoryFrame}</td><td>a reply; a report that memory is missing</td></tr>
 *   <tr><td>{@link ArraysTrailer}</td><td>the lengths of arrays that travel beside a frame</td></tr>
 *   <tr><td>{@link LargeFrame}</td><td>the announcement of a large frame</td></tr>
 *   <tr><td>{@link CountFrame}</td><td>acknowledgement, flush, cancellation, heartbeat</td></tr>
 *   <tr><td>{@link MailFrame}</td><td>mail between tasks, and notes about it</td></tr>
 *   <tr><td>{@link ObjectCodes}</td><td>the codes of serialized objects</td></tr>
 * </table>
 */
package org.rmi4mpi.wire;
