/**
 * Carries frames as MPI messages, on a communicator of its own. This is the only core package that calls
 * {@link org.rmi4mpi.bridge.Mpi}.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><th colspan="2">Frames that leave</th></tr>
 *   <tr><td>{@link MpiTransport}</td><td>the transport: sends, and polls the ring of small receives; tells from which
 *       size arrays travel beside a frame</td></tr>
 *   <tr><td>{@code FramesToSend}</td><td>memory of frames that are written and have not left</td></tr>
 *   <tr><td>{@code RoomToSend}</td><td>bounds the memory of large ones: who waits for room, and who goes
 *       beyond</td></tr>
 *   <tr><td>{@code Departures}</td><td>frames and arrays that MPI is still sending</td></tr>
 *   <tr><td>{@code MessageTags}</td><td>the tags of large messages, each used by one at a time</td></tr>
 *   <tr><th colspan="2">Frames that arrive</th></tr>
 *   <tr><td>{@code LargeArrivals}</td><td>announced large frames: waits for room, receives them, and refuses those that
 *       get none</td></tr>
 *   <tr><td>{@code LargeArrival}</td><td>one of them</td></tr>
 *   <tr><th colspan="2">Memory</th></tr>
 *   <tr><td>{@code MpiFrame}</td><td>a frame in native memory</td></tr>
 *   <tr><td>{@code MpiArrayTransfer}</td><td>an array that MPI reads or writes in the heap</td></tr>
 *   <tr><th colspan="2">Waking</th></tr>
 *   <tr><td>{@code MpiBell}</td><td>rings the ranks of this node by shared memory, and gives the others to
 *       FarBells</td></tr>
 *   <tr><td>{@code FarBells}</td><td>rings ranks of other nodes by datagrams</td></tr>
 * </table>
 */
package org.rmi4mpi.transport.mpi;
