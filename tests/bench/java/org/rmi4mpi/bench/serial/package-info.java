/**
 * What it costs to write an object graph and to read it back, beside the JDK's streams and other serializers:
 * {@code make bench-serial}.
 *
 * <p>{@link org.rmi4mpi.bench.serial.Rows} has what is written, {@link org.rmi4mpi.bench.serial.Contender} what
 * writes it. {@link org.rmi4mpi.bench.serial.SerialBench} starts a JVM for each JDK that is found and each contender,
 * which measures by JMH ({@link org.rmi4mpi.bench.serial.Measurement}), and prints a table for each JDK.
 *
 * <p>A message is what a remote call would send: independent of those before it but for the ids of classes, which a
 * contender may keep where it can, and with identity preserved inside it. A contender writes into memory that it owns
 * and uses again; it reads the same bytes again and again, and makes new objects each time. Where a contender does not
 * bring a row back equal it is left out, and the table's notes say why.
 *
 * <p>The whole run forks JVMs for each contender, row and direction. The quick one takes one JVM a contender, in which
 * each row meets what the rows before it have taught the compiler, so that its figures are higher. Times are the
 * medians of JMH's iterations; an error in the CSV is JMH's, of the mean.
 */
package org.rmi4mpi.bench.serial;
