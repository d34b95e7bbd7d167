/**
 * Carries frames as MPI messages, on a communicator of its own. Small frames go at once, into a ring of receives that
 * the other rank has posted. Large ones are announced, and received when there is room. {@link
 * org.rmi4mpi.transport.mpi.MpiTransport} is the entry, for {@code launch} alone.
 */
package org.rmi4mpi.transport.mpi;
