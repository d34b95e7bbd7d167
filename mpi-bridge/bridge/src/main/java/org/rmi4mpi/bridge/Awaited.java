package org.rmi4mpi.bridge;

import java.io.Serializable;
import java.util.List;

/**
 * An event that a thread waits for, as a report of waits names it. Immutable.
 *
 * @param call the call that waits, or for {@link Event#REPLY} the remote method
 * @param on the communicator, the window or the task; empty for none
 * @param ranks the ranks in MPI_COMM_WORLD that can bring the event about: each of them alone, or for {@link
 *     Event#COLLECTIVE} all together; empty if unknown
 * @param which what distinguishes the event from others of the same ranks, such as a tag; empty for nothing
 */
public record Awaited(Event event, String call, String on, List<Integer> ranks, String which) implements Serializable {
    /** The kinds of events. */
    public enum Event {
        /** The reply to a remote call. */
        REPLY,
        /** A message of package mpi. */
        MESSAGE,
        /** The receive of a message of package mpi that this rank sends. */
        RECEIVE,
        /** The other ranks, in a collective operation. */
        COLLECTIVE,
        /** The lock of a window. */
        LOCK,
        /** A message to a task. */
        MAIL,
        /** The rest of a request or reply that its writer sends in pieces. */
        PIECE,
        /** Room for requests, or for messages to tasks. */
        ROOM,
        /** Another event. */
        OTHER
    }
}
