/**
 * Carries frames between runtimes of one JVM, through queues. This is the smallest possible transport. Tests without
 * MPI use it.
 */
package org.rmi4mpi.transport.local;
