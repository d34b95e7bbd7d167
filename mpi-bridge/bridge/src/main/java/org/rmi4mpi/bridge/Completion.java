package org.rmi4mpi.bridge;

/** A condition that a thread waits for. */
@FunctionalInterface
public interface Completion {
    /**
     * Lets MPI make progress, and returns whether the wait is over. Called often, by the waiting thread. Not called
     * again after it has returned true.
     */
    boolean test();
}
