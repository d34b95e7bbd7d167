/**
 * Serialization: objects to bytes and back. Each message is independent of earlier ones: its table of objects starts
 * empty, and object identity is kept within the message.
 *
 * <ul>
 *   <li>{@link org.rmi4mpi.serial.ClassPlan}: how a class is written and read. It creates instances, without a
 *       constructor of their class.
 *   <li>{@link org.rmi4mpi.serial.FieldCopier}: writes and reads the fields of a class.
 *       {@link org.rmi4mpi.serial.InterpretedCopier} does so at first, and {@link org.rmi4mpi.serial.CopierGenerator}
 *       generates a faster one. A {@link org.rmi4mpi.serial.Codec} takes its place for some classes of the JDK.
 *   <li>{@link org.rmi4mpi.serial.ArrayCopyOutputStream}: writes references, and extends the classes that write fields,
 *       class descriptions and bytes.
 *   <li>{@link org.rmi4mpi.serial.ObjectReader}: reads an object by its code, and has a reader for each part of the
 *       format.
 *   <li>{@link org.rmi4mpi.serial.SentClasses}, {@link org.rmi4mpi.serial.LearnedClasses}: the classes that a peer knows,
 *       so that they are not described again.
 * </ul>
 *
 * <p>The layers above use {@link org.rmi4mpi.serial.Serializer} and {@link org.rmi4mpi.serial.StandaloneStreams}.
 * Programs see {@link org.rmi4mpi.serial.ArrayCopyOutputStream} and {@link org.rmi4mpi.serial.ArrayCopyInputStream}.
 */
package org.rmi4mpi.serial;
