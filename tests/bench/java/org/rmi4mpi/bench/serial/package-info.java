/**
 * {@code make bench-serial}: the cost of writing and reading an object graph, beside the JDK's streams and other
 * serializers.
 *
 * <p>{@link org.rmi4mpi.bench.serial.Rows} has the graphs, and a {@link org.rmi4mpi.bench.serial.Contender} writes
 * them. {@link org.rmi4mpi.bench.serial.SerialBench} starts a JVM for each JDK that is found and each contender, which
 * measures by JMH ({@link org.rmi4mpi.bench.serial.Measurement}). It prints a table for each JDK.
 *
 * <p>A message is what a remote call would send. It does not depend on earlier messages, except for the ids of classes,
 * which a contender may keep. Identity is preserved within a message. A contender writes into its own memory, which it
 * reuses. It reads the same bytes again and again, and creates new objects each time. A contender that does not bring a
 * row back equal is left out, and the table's notes say why.
 *
 * <p>The full run forks JVMs for each contender, row and direction. The quick run has one JVM for each contender. There
 * the earlier rows have influenced the compiler, so that the figures are higher. Times are the medians of JMH's
 * iterations. An error in the CSV is JMH's error of the mean.
 */
package org.rmi4mpi.bench.serial;
