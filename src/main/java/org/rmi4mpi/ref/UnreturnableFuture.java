package org.rmi4mpi.ref;

/** A future that completes only after the call of a method which returns it has ended. So that call fails. */
public interface UnreturnableFuture {
    /** Why, and what to do in its place. */
    String whyUnreturnable();
}
