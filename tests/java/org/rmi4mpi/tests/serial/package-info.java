/**
 * The contract of object streams: what java.io.Serializable promises, in so far as a program can see it, whatever the
 * bytes. Each test runs on every pair of streams in {@link org.rmi4mpi.tests.serial.Streams#ALL}, the JDK's own
 * among them: what they do proves what the tests say.
 *
 * <p>{@link org.rmi4mpi.tests.serial.StreamContract} is what the tests share.
 */
package org.rmi4mpi.tests.serial;
