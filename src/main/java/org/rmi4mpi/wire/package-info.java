/**
 * The bytes that travel between ranks, drawn, with the offset of each field. No logic, no state.
 * Written and read by {@link org.rmi4mpi.dispatch} and {@link org.rmi4mpi.ref}.
 */
package org.rmi4mpi.wire;
