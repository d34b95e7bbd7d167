package org.rmi4mpi.rmi;

import java.rmi.Remote;
import java.rmi.RemoteException;
import org.rmi4mpi.ref.BatchRequest;

/**
 * Calls without a result to one object, which travel in one message. The arguments are copied when a call is made.
 * After {@link #send} the methods run one after the other. Used by one thread at a time.
 *
 * <pre>
 * try (Batch&lt;Log&gt; batch = Calls.batch(log)) {
 *     for (String line : lines) {
 *         batch.stub().append(line);
 *     }
 * }
 * </pre>
 */
public final class Batch<T extends Remote> implements AutoCloseable {
    private final BatchRequest request;
    private final T stub;

    Batch(T stub) {
        request = new BatchRequest(stub);
        this.stub = request.view(stub);
    }

    /** The stub that collects the calls. Methods with a result throw UnsupportedOperationException. */
    public T stub() {
        return stub;
    }

    /** Number of collected calls. */
    public int size() {
        return request.size();
    }

    /**
     * Sends the calls, and waits until they have ended. The batch of a {@link Calls#oneWay one-way} view does not wait.
     * Afterwards the batch is empty, and can be used again.
     *
     * @throws org.rmi4mpi.ref.BatchException if a method throws an exception; later calls are not made
     */
    public void send() throws RemoteException {
        request.send();
    }

    /** Like {@link #send}. */
    @Override
    public void close() throws RemoteException {
        send();
    }
}
