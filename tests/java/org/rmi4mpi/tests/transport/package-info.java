/**
 * The contract of every {@link org.rmi4mpi.transport.Transport}. A new one gets a subclass of {@link
 * org.rmi4mpi.tests.transport.TransportContract} in package {@code unit} or {@code ranks}.
 */
package org.rmi4mpi.tests.transport;
