package org.rmi4mpi.bridge;

/** A condition that a thread waits for. */
@FunctionalInterface
public interface Completion {
    /**
     * Lets MPI make progress, and returns whether the wait is over. Called often, by the waiting thread. Not called
     * again after it has returned true.
     */
    boolean test();

    /** Names the event, for a report of waits; null if it has no name. Called seldom, by any thread. */
    default Awaited awaited() {
        return null;
    }

    /**
     * Names a message that has come in place of the awaited one, for a report of waits; empty for none. May call MPI.
     * Called seldom, by any thread.
     */
    default String unexpected() {
        return "";
    }
}
