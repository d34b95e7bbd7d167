package org.rmi4mpi.ref;

import java.rmi.RemoteException;

/**
 * A call of a batch failed. The cause is its exception. Earlier calls of the batch were made, and later calls were not.
 */
public final class BatchException extends RemoteException {
    private static final long serialVersionUID = 1L;

    private final int index;

    BatchException(int index, long count, String method, Throwable thrown) {
        super("call " + index + " of a batch of " + count + ", " + method + ", failed; those after it were not made",
                thrown);
        this.index = index;
    }

    /** Index of the call in its batch, from 0. */
    public int index() {
        return index;
    }
}
