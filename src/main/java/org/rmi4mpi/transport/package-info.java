/**
 * Carries frames from rank to rank. The dispatcher uses only {@link org.rmi4mpi.transport.Transport}.
 * {@code transport.mpi} carries frames in MPI messages, {@code transport.local} between runtimes of one JVM. A
 * transport corresponds to a technology object of KaRMI.
 *
 * <p>A frame has one owner at a time: see {@link org.rmi4mpi.transport.Frame}.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><th colspan="2">Frames</th></tr>
 *   <tr><td>{@link Transport}</td><td>what the dispatcher uses: send, poll, memory for frames and arrays</td></tr>
 *   <tr><td>{@link Frame}</td><td>one message, or the memory for one</td></tr>
 *   <tr><td>{@link FrameBuilder}</td><td>writes frames one after the other, and enlarges them</td></tr>
 *   <tr><td>{@link FrameHandler}</td><td>takes the frames that arrive</td></tr>
 *   <tr><td>{@link FrameQueue}</td><td>a queue of frames that needs no memory</td></tr>
 *   <tr><td>{@link TransportException}</td><td>a frame cannot be delivered</td></tr>
 *   <tr><th colspan="2">Arrays beside frames</th></tr>
 *   <tr><td>{@link ArrayTransfer}</td><td>the transfer of one array between two heaps</td></tr>
 *   <tr><td>{@link ArrayTransferList}</td><td>transfers that no thread waits for any longer</td></tr>
 *   <tr><th colspan="2">Waking</th></tr>
 *   <tr><td>{@link RankBell}</td><td>the protocol by which ranks sleep and are woken</td></tr>
 *   <tr><td>{@link Bell}</td><td>what it needs of a transport</td></tr>
 *   <tr><td>{@link Addressee}</td><td>the threads that need a frame: those that take requests, replies or
 *       mail</td></tr>
 *   <tr><td>{@link Sleeper}</td><td>the kinds of threads that sleep on the bell</td></tr>
 * </table>
 */
package org.rmi4mpi.transport;
