/**
 * Frames between runtimes of one JVM, through queues: the smallest transport there can be, and the one
 * that the tests without MPI use.
 */
package org.rmi4mpi.transport.local;
