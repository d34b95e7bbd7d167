/**
 * The bytes that travel between ranks. Each class describes one layout: it draws it, and has a getter and a setter for
 * each field. These classes have no other logic and no state. No other class knows an offset. Written and read by
 * {@link org.rmi4mpi.ref}, {@link org.rmi4mpi.dispatch}, {@link org.rmi4mpi.transport.mpi} and
 * {@link org.rmi4mpi.serial}.
 *
 * <p>A frame begins with a {@link org.rmi4mpi.wire.FrameHeader}. Its {@link org.rmi4mpi.wire.FrameKind} determines the
 * rest.
 */
package org.rmi4mpi.wire;
