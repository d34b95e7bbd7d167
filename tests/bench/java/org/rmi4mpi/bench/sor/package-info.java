/**
 * Red-black successive over-relaxation, whose ranks compute most of the time. It runs by remote objects, on rmi4mpi and
 * on the JDK's RMI with the same class files, by messages, and by C's messages.
 */
package org.rmi4mpi.bench.sor;
