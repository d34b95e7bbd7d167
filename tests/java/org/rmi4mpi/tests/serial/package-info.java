/**
 * The contract of object streams: everything that java.io.Serializable promises and a program can observe, whatever the
 * bytes. Each test runs on every pair of streams in {@link org.rmi4mpi.tests.serial.Streams#ALL}. The JDK's own pair is
 * among them, which proves the tests right.
 *
 * <p>{@link org.rmi4mpi.tests.serial.StreamContract} is the common base of the tests.
 */
package org.rmi4mpi.tests.serial;
