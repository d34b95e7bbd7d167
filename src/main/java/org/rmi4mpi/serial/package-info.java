/**
 * Serialization: objects to bytes and back. Each message is independent of earlier ones: its table of objects starts
 * empty, and object identity is kept within the message. A peer remembers only classes, so that they are not described
 * again.
 *
 * <p>A {@link org.rmi4mpi.serial.ClassPlan} tells how a class is written and read. {@link
 * org.rmi4mpi.serial.ObjectWriter} writes objects, and {@link org.rmi4mpi.serial.ObjectReader} reads them.
 * Both copy fields by a {@link org.rmi4mpi.serial.FieldCopier}, which is generated after the first objects of a class.
 * docs/design/serialization.md has the rest.
 *
 * <p>The layers above use {@link org.rmi4mpi.serial.Serializer} for messages to a peer, and {@link
 * org.rmi4mpi.serial.StandaloneStreams} for streams that stand alone. Programs see {@link
 * org.rmi4mpi.serial.ArrayCopyOutputStream} and {@link org.rmi4mpi.serial.ArrayCopyInputStream}. A stream is used by
 * one thread at a time. Plans are shared by all threads.
 */
package org.rmi4mpi.serial;
