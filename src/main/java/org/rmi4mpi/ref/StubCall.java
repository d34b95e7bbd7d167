package org.rmi4mpi.ref;

import java.io.IOException;
import java.rmi.ConnectException;
import java.rmi.RemoteException;
import org.rmi4mpi.dispatch.OutgoingPieces;
import org.rmi4mpi.ref.stub.OutgoingCall;
import org.rmi4mpi.ref.stub.RemoteMethod;
import org.rmi4mpi.transport.Frame;

/**
 * The calls that a thread makes by stubs, one at a time. A call is sent when its arguments are complete. Owned by its
 * thread. A call that is made during another one, for example by writeObject, uses the next object in the chain.
 */
final class StubCall extends RequestCall implements Departure {
    private final CallerParts parts;
    private final AwaitedCall awaited;
    private final CallerThread thread;
    private StubCall deeper;
    /** The asynchronous call whose request leaves in pieces; null for none. */
    private AsyncCall leaving;

    /** Creates the first call object of a thread. */
    StubCall(CallerParts parts) {
        this(parts, null);
    }

    private StubCall(CallerParts parts, CallerThread known) {
        super(parts);
        this.parts = parts;
        awaited = new AwaitedCall(parts, this);
        thread = known != null ? known : new CallerThread(awaited.number());
        request.setThread(thread);
    }

    CallerThread thread() {
        return thread;
    }

    /** Returns the first object of the chain that is not in use. This object is the beginning of the chain. */
    StubCall free() {
        StubCall call = this;
        while (call.request.isUnderWay()) {
            if (call.deeper == null) {
                call.deeper = new StubCall(parts, thread);
            }
            call = call.deeper;
        }
        return call;
    }

    OutgoingCall begin(RemoteReference target, RemoteMethod called) throws RemoteException {
        setMethod(called);
        CallKind kind = CallKind.of(target.mode(), called);
        setArguments(request.writeHeader(target, kind, called.hash(), called.primitiveBytes()));
        return this;
    }

    @Override
    public Object invoke() throws Exception {
        CallKind kind = request.kind();
        if (kind == CallKind.AWAITED) {
            return awaited.sendAndAwait();
        } else if (kind == CallKind.ONE_WAY) {
            request.sendOneWay();
            return null;
        }
        return start();
    }

    /**
     * Sends an asynchronous call. Returns the future if it is the method's result. Otherwise returns null, and keeps
     * the future for {@link ReferenceLayer#takeFuture}.
     */
    private Object start() throws RemoteException {
        AsyncCall call = leaving != null ? leaving : started();
        leaving = null;
        try {
            request.sendAsync(call);
            call.cancelIfAbandoned();
        } catch (Throwable e) {
            parts.asyncs().remove(call);
            call.fail(e);
            if (!(e instanceof ConnectException)) {
                throw e;
            }
        }
        if (method().promises()) {
            return call.future();
        }
        thread.keepFuture(call.future());
        return null;
    }

    private AsyncCall started() {
        AsyncCall call = null;
        try {
            call = new AsyncCall(parts.asyncs(), request, method(), callerLoader());
            call.start();
            return call;
        } catch (Throwable e) {
            if (call != null) {
                parts.asyncs().remove(call);
            }
            giveUp(e);
            throw e;
        }
    }

    // ---- requests that leave in pieces

    /** A request that this thread is about to run itself stays here, since nobody reads it before it is written. */
    @Override
    void leaveInPieces(OutgoingFrame frame) {
        if (request.kind() == CallKind.AWAITED && awaited.mayRunHere()) {
            frame.keepPieces();
        } else {
            frame.leaveInPieces(this, request.kind().piecesInFirst());
        }
    }

    @Override
    public OutgoingPieces sendFirst(Frame first) throws IOException {
        return switch (request.kind()) {
            case AWAITED -> awaited.sendFirst(first);
            case ONE_WAY -> request.sendFirst(first, parts.asyncs().newId());
            case ASYNC -> {
                leaving = started();
                yield request.sendFirst(first, leaving.id());
            }
        };
    }

    @Override
    public long patienceNs() {
        return request.kind() == CallKind.ONE_WAY || !request.isOfView() ? 0 : request.timeoutNs();
    }

    @Override
    void giveUp(Throwable thrown) {
        boolean hasLeft = request.frame().hasLeft();
        request.giveUp(thrown);
        if (leaving != null) {
            leaving.withdraw();
            leaving = null;
        } else if (hasLeft && request.kind() == CallKind.AWAITED) {
            awaited.dropReply();
        }
    }
}
