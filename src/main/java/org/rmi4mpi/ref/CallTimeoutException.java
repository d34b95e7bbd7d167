package org.rmi4mpi.ref;

import java.rmi.RemoteException;

/** A call has not ended within the time-out of its stub. Its thread at the callee has been interrupted. */
public final class CallTimeoutException extends RemoteException {
    private static final long serialVersionUID = 1L;

    public CallTimeoutException(Object call, long timeoutNs) {
        super("call of " + call + " did not end within " + timeoutNs / 1_000_000.0
                + " ms; its thread there is interrupted: give it more time by Calls.withTimeout, or see what it waits"
                + " for");
    }
}
