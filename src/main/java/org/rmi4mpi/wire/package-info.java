/**
 * The bytes that travel between ranks: a class for each layout, which draws it, and has a getter and a setter for each
 * field. No other logic, no state; nobody else knows an offset. Written and read by {@link org.rmi4mpi.ref}, {@link
 * org.rmi4mpi.dispatch}, {@link org.rmi4mpi.transport.mpi} and {@link org.rmi4mpi.serial}.
 *
 * <p>A frame begins with a {@link org.rmi4mpi.wire.FrameHeader}, whose {@link org.rmi4mpi.wire.FrameKind} tells what follows.
 */
package org.rmi4mpi.wire;
