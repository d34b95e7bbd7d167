package org.rmi4mpi.ref;

import java.nio.ByteBuffer;
import java.rmi.ConnectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.UnexpectedException;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.ref.collect.Collector;
import org.rmi4mpi.ref.stub.OutgoingCall;
import org.rmi4mpi.ref.stub.RemoteMethod;
import org.rmi4mpi.wire.BatchedCall;
import org.rmi4mpi.wire.RequestFrame;

/**
 * Calls without a result to one object, which travel in one message. Its frame stays open from the first call until the
 * batch is sent. Used by one thread at a time.
 */
public class BatchRequest implements CallStarter {
    private final OutgoingCalls calls;
    private final CallKind kind;
    private final long hash;
    private final Collector collector;
    private final RemoteReference target;
    private final Part part;
    private final RequestWriter request;
    private final AwaitedCall awaited;
    private int count;
    private int countAt;
    /** Whether a call has begun whose arguments have not all been written. */
    private boolean isAppending;

    /** The call that is being added. */
    private final class Part extends RequestCall {
        private int begun;

        Part(CallerParts parts) {
            super(parts);
        }

        void begin(RemoteMethod called) throws RemoteException {
            ByteBuffer bytes = request.reserve(BatchedCall.HEADER + called.primitiveBytes());
            begun = bytes.position();
            BatchedCall.begin(bytes, called.hash());
            setArguments(bytes);
        }

        /** Adds the call to the batch. {@link BatchRequest#send} sends the batch. */
        @Override
        public Object invoke() throws RemoteException {
            try {
                request.finishArguments();
            } catch (Throwable e) {
                giveUp(e);
                throw e;
            }
            BatchedCall.end(request.frame().bytes(), begun);
            count++;
            endAppending();
            return null;
        }

        @Override
        void giveUp(Throwable thrown) {
            request.giveUpObjects();
            request.frame().bytes().position(begun); // keeps the earlier calls
            try {
                endAppending();
            } catch (RemoteException e) {
                thrown.addSuppressed(e);
            }
        }

        @Override
        Object called() {
            return "a batch";
        }

        @Override
        String methodName() {
            return "batch";
        }

        @Override
        public String toString() {
            return "a batch of " + count + (count == 1 ? " call, " : " calls, the last one ") + super.toString();
        }
    }

    /**
     * @param stub stub of the object
     * @throws IllegalStateException if no job runs
     */
    public BatchRequest(Remote stub) {
        this(stub, CallKind.ofBatch(Stubs.reference(stub).mode()), RequestFrame.BATCH);
    }

    /** @param hash tells the receiver how to run the calls: see {@link RequestFrame} */
    BatchRequest(Remote stub, CallKind kind, long hash) {
        this.kind = kind;
        this.hash = hash;
        target = Stubs.reference(stub);
        try {
            collector = target.context().collector();
            calls = ofRank(target.context().calls());
        } catch (ConnectException e) {
            throw new IllegalStateException(e.getMessage());
        }
        if (target.rank() >= calls.parts().marshaller().size()) {
            throw new IllegalArgumentException(
                    "an object of rank " + target.rank() + ", which does not run Java, has no"
                            + " batches and no aggregated calls: make them one by one, such as by Calls.oneWay(stub)");
        }
        part = new Part(calls.parts());
        request = part.request;
        awaited = new AwaitedCall(calls.parts(), part);
    }

    /** The calls of the rank, also where a view begins those of its own kind. */
    private static OutgoingCalls ofRank(CallStarter starter) {
        return starter instanceof BatchRequest batch ? batch.calls
                : starter instanceof AggregatedCalls aggregated ? aggregated.ofRank() : (OutgoingCalls) starter;
    }

    final OutgoingCalls ofRank() {
        return calls;
    }

    /** A view of the stub whose calls become part of the batch. */
    public final <T extends Remote> T view(T stub) {
        return Stubs.withReference(stub, Stubs.reference(stub).in(new ReferenceContext(this, collector)));
    }

    /** Begins one more call. Its invoke ends it. */
    @Override
    public final OutgoingCall beginCall(RemoteReference view, RemoteMethod called) throws RemoteException {
        Dispatcher.requireStack();
        if (called.result() != void.class) {
            throw new UnsupportedOperationException(
                    called + " has a result, and a batch takes only void methods: call the stub itself");
        }
        checkNotAppending();
        isAppending = true;
        boolean begun = false;
        try {
            part.setMethod(called);
            if (!request.isUnderWay()) {
                begin();
            }
            part.begin(called);
            begun = true;
        } finally {
            isAppending = begun;
        }
        return part;
    }

    /**
     * A call has been added, or given up.
     *
     * @throws RemoteException if the batch has been sent therefore, and sending it has failed
     */
    void endAppending() throws RemoteException {
        isAppending = false;
    }

    private void checkNotAppending() {
        if (isAppending) {
            throw new IllegalStateException("a batch was used while it took " + part
                    + ": use it neither in writeObject nor in an interceptor, and by one thread at a time");
        }
    }

    private void begin() throws RemoteException {
        count = 0;
        request.setThread(calls.thread());
        request.writeHeader(target, kind, hash, 0);
        request.frame().copyArrays();
        countAt = request.reserve(Long.BYTES).position();
        request.frame().bytes().putLong(0);
    }

    /** Number of calls. */
    public final int size() {
        return request.isUnderWay() ? count : 0;
    }

    /** Length in bytes of the request as it is now. */
    final int length() {
        return request.isUnderWay() ? request.frame().bytes().position() : 0;
    }

    /** Sends the batch; see {@code org.rmi4mpi.rmi.Batch}. */
    public final void send() throws RemoteException {
        checkNotAppending();
        if (size() == 0) {
            return;
        }
        CallerThread sender = calls.thread();
        request.setThread(sender);
        RequestFrame.putThread(request.frame().bytes(), sender.number());
        request.frame().bytes().putLong(countAt, count);
        try {
            if (request.kind() == CallKind.ONE_WAY) {
                request.sendOneWay();
            } else {
                part.getVoid(awaited.sendAndAwait());
            }
        } catch (RemoteException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new UnexpectedException("call of " + part, e);
        } finally {
            request.frame().release();
        }
    }
}
