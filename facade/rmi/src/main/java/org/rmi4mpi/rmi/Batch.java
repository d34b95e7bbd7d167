package org.rmi4mpi.rmi;

import java.rmi.Remote;
import java.rmi.RemoteException;
import org.rmi4mpi.ref.BatchedCalls;

/**
 * Calls without a result to one object, which travel in one message: arguments are copied when a call is made, and the
 * methods run in turn when {@link #send} has been called. Used by one thread at a time.
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
    private final BatchedCalls calls;
    private final T stub;

    Batch(T stub) {
        calls = new BatchedCalls(stub);
        this.stub = calls.view(stub);
    }

    /** What collects the calls. Its methods that have a result throw UnsupportedOperationException. */
    public T stub() {
        return stub;
    }

    /** How many calls have been collected. */
    public int size() {
        return calls.size();
    }

    /**
     * Makes the calls, and waits for their end; not where the batch is of a {@link Calls#oneWay one-way} view. Then it is
     * empty, and may collect anew.
     *
     * @throws org.rmi4mpi.ref.BatchException where a method threw something: those after it are not called
     */
    public void send() throws RemoteException {
        calls.send();
    }

    /** As {@link #send}. */
    @Override
    public void close() throws RemoteException {
        send();
    }
}
