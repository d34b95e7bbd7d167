package org.rmi4mpi.transport;

/** An array under way between two heaps. Owned by the thread that started it. */
public interface ArrayTransfer {
    /**
     * Whether it is over. Asking brings it about.
     *
     * @throws TransportException where it has failed; it is over then, too
     */
    boolean isDone();
}
