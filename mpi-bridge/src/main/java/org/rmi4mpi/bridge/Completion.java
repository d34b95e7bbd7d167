package org.rmi4mpi.bridge;

/** Something that a thread waits for. */
@FunctionalInterface
public interface Completion {
    /**
     * Lets MPI progress and tells whether the wait is over; after it has returned true it is not asked
     * again. Called often, by the waiting thread.
     */
    boolean test();
}
