/**
 * The bytes that travel between ranks. Each class describes one layout: it draws it, and has a getter and a setter for
 * each field. These classes have no other logic and no state. No other class knows an offset. A frame begins with a
 * {@link org.rmi4mpi.wire.FrameHeader}. Its {@link org.rmi4mpi.wire.FrameKind} determines the rest.
 *
 * <p>Written and read by {@code ref}, {@code dispatch}, {@code transport.mpi}, {@code serial} and {@code jpvm}, on any
 * thread.
 */
package org.rmi4mpi.wire;
