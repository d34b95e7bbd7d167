package org.rmi4mpi.ref;

import java.rmi.RemoteException;
import java.util.concurrent.CompletableFuture;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.ref.stub.OutgoingCall;
import org.rmi4mpi.ref.stub.RemoteMethod;

/** The calls that this rank makes. Each thread has call objects of its own. Thread-safe. */
final class OutgoingCalls implements CallStarter {
    private final CallerParts parts;
    private final ThreadLocal<StubCall> ofThread;

    OutgoingCalls(CallerParts parts) {
        this.parts = parts;
        ofThread = ThreadLocal.withInitial(() -> new StubCall(parts));
    }

    @Override
    public OutgoingCall beginCall(RemoteReference target, RemoteMethod method) throws RemoteException {
        Dispatcher.requireStack();
        return ofThread.get().free().begin(target, method);
    }

    CallerParts parts() {
        return parts;
    }

    /** The calling state of this thread. */
    CallerThread thread() {
        return ofThread.get().thread();
    }

    /**
     * Returns the future of the last call that this thread made by an asynchronous view. Returns each future once.
     *
     * @throws IllegalStateException if there is none
     */
    CompletableFuture<Object> takeFuture() {
        CompletableFuture<Object> future = thread().takeFuture();
        if (future == null) {
            throw new IllegalStateException("this thread has made no call by an asynchronous view since the last"
                    + " future: write Calls.future(Calls.async(stub).method())");
        }
        return future;
    }
}
