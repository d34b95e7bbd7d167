/**
 * Red-black successive over-relaxation, whose ranks compute most of the time. It runs by remote objects, on rmi4mpi and
 * on the JDK's RMI with the same class files, by messages, and by C's messages. The grid and the
 * object that takes rows are those of the example {@code e16_sor}; here the time of each phase is taken, too.
 */
package org.rmi4mpi.bench.sor;
