package org.rmi4mpi.transport;

/** A frame cannot be carried; the message says why, between which ranks, and what to do. */
public class TransportException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TransportException(String message) {
        super(message);
    }
}
