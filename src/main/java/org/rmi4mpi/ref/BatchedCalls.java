package org.rmi4mpi.ref;

import java.rmi.ConnectException;
import java.rmi.Remote;
import java.rmi.RemoteException;

/** Calls without a result to one object, which travel in one message. Used by one thread at a time. */
public final class BatchedCalls {
    private final OutgoingCall calls;

    /**
     * @param stub of the object
     * @throws IllegalStateException where no job runs
     */
    public BatchedCalls(Remote stub) {
        RemoteReference reference = Stubs.reference(stub);
        try {
            calls = new OutgoingCall(reference.layer(), null);
        } catch (ConnectException e) {
            throw new IllegalStateException(e.getMessage());
        }
        calls.beBatchOf(reference);
    }

    /** A view of the stub whose calls become part of the batch. */
    public <T extends Remote> T view(T stub) {
        return Stubs.batched(stub, this);
    }

    OutgoingCall add(RemoteMethod method) throws RemoteException {
        return calls.append(method);
    }

    public int size() {
        return calls.batched();
    }

    /** See {@code org.rmi4mpi.rmi.Batch}. */
    public void send() throws RemoteException {
        calls.sendBatch();
    }
}
