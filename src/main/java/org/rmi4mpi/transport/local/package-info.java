/**
 * Carries frames between runtimes of one JVM, through queues. This is the smallest possible transport. Tests without
 * MPI use it.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><td>{@link LocalTransport}</td><td>one rank of a group within the JVM, with a queue of arrivals</td></tr>
 *   <tr><td>{@code LocalBell}</td><td>its bell</td></tr>
 * </table>
 */
package org.rmi4mpi.transport.local;
