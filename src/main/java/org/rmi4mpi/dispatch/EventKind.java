package org.rmi4mpi.dispatch;

/** What a {@link RecentEvent} is. */
public enum EventKind {
    /** A call for whose reply the thread waits. */
    CALL,
    /** A call whose reply a future takes has left. */
    ASYNC_CALL,
    /** The outcome of such a call has come. */
    ASYNC_OUTCOME,
    /** A call without a reply has left. */
    ONE_WAY_CALL,
    /** A method has run for another rank. */
    METHOD,
    /** A message of package mpi has left. */
    SENT,
    /** A message of package mpi has come. */
    RECEIVED,
    /** A collective operation of package mpi has ended. */
    COLLECTIVE
}
