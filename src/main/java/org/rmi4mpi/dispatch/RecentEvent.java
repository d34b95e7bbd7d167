package org.rmi4mpi.dispatch;

/**
 * An event of a thread, for a report of waits. Immutable.
 *
 * @param time in that of {@link System#nanoTime}: when a call left, or when something had ended. Other times than those of awaited
 *     calls are of a clock that is read now and then, and may be early by up to a second
 * @param isOpen whether the thread waits for the reply of this call
 * @param what the remote method, or the call of package mpi
 * @param on the communicator; empty for none
 * @param peer the other rank in MPI_COMM_WORLD; negative for none
 * @param id of a call, or the tag of a message
 * @param bytes of a message, or what the rank has given to a collective operation
 */
public record RecentEvent(Thread thread, long time, EventKind kind, boolean isOpen, String what, String on, int peer,
        long id, long bytes) {}
