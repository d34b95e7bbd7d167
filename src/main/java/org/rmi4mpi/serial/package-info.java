/**
 * Serialization: objects to bytes and back. Each message is independent of earlier ones: its table of objects starts
 * empty, and object identity is kept within the message.
 *
 * <p>The layers above use {@link org.rmi4mpi.serial.Serializer} and {@link org.rmi4mpi.serial.StandaloneStreams}.
 * Programs see {@link org.rmi4mpi.serial.ArrayCopyOutputStream} and {@link org.rmi4mpi.serial.ArrayCopyInputStream}.
 */
package org.rmi4mpi.serial;
