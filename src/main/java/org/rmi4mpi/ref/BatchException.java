package org.rmi4mpi.ref;

import java.rmi.RemoteException;

/** A call of a batch has failed, for its cause; those before it were made, those after it were not. */
public final class BatchException extends RemoteException {
    private static final long serialVersionUID = 1L;

    private final int index;

    BatchException(int index, long count, String method, Throwable thrown) {
        super("call " + index + " of a batch of " + count + ", " + method + ", failed; those after it were not made",
                thrown);
        this.index = index;
    }

    /** Which call it was, from 0. */
    public int index() {
        return index;
    }
}
