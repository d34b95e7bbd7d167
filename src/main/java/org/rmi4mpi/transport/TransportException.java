package org.rmi4mpi.transport;

/** A frame cannot be delivered. The message gives the ranks, the reason and the remedy. */
public class TransportException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TransportException(String message) {
        super(message);
    }
}
