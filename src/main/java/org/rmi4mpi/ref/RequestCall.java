package org.rmi4mpi.ref;

import java.io.IOException;
import java.rmi.MarshalException;
import java.rmi.RemoteException;
import java.rmi.UnexpectedException;
import org.rmi4mpi.ref.ArrivingPieces.ReplacedException;
import org.rmi4mpi.ref.stub.OutgoingCall;
import org.rmi4mpi.ref.stub.RemoteMethod;
import org.rmi4mpi.serial.CallerLoader;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameBuilder;
import org.rmi4mpi.transport.TransportException;

/**
 * A call that is written into a request. Its outcome is a {@link Frame} with the reply. If the thread does not wait, it
 * is the future that is the method's result, or null. Owned by one thread at a time.
 */
abstract class RequestCall extends OutgoingCall {
    final RequestWriter request;
    private final ReplyReader replies;
    /** Read without synchronization by other threads, for their messages. */
    private RemoteMethod method;

    @SuppressWarnings("this-escape") // the request only stores it, and later asks for its text
    RequestCall(CallerParts parts) {
        request =
                new RequestWriter(this, parts.marshaller(), parts.dispatcher(), parts.interceptors(), parts.timeout());
        replies = new ReplyReader(parts.marshaller(), parts.names(), request.streams());
    }

    final RemoteMethod method() {
        return method;
    }

    /** The called method, or a text for calls of several. Its text names it. */
    Object called() {
        return method;
    }

    /** The name of the method in stack traces. */
    String methodName() {
        return method.method().getName();
    }

    final ReplyReader replies() {
        return replies;
    }

    final void setMethod(RemoteMethod called) {
        if (method != called) { // Storing a reference is costly here: avoid storing the same one again.
            method = called;
        }
    }

    /** The call is over: drops a large buffer. */
    final void forgetLarge() {
        if (primitiveArguments() != null && primitiveArguments().capacity() > FrameBuilder.KEPT) {
            setArguments(null);
        }
    }

    /** Ends the call before it is sent, or while pieces of it leave. */
    abstract void giveUp(Throwable thrown);

    /** Lets the request leave while its objects are written, or keeps its pieces, unless it has to stay whole. */
    void leaveInPieces(OutgoingFrame frame) {}

    @Override
    public final void putObject(Object value) throws RemoteException {
        try {
            request.writeObject(value);
        } catch (IOException e) {
            throw givenUp(new MarshalException("error marshalling arguments of " + this, e));
        } catch (TransportException e) {
            throw givenUp(ReplyReader.unreached(this, e));
        } catch (Throwable e) {
            giveUp(e);
            throw e;
        }
    }

    private RemoteException givenUp(RemoteException thrown) {
        giveUp(thrown);
        return thrown;
    }

    @Override
    public final void getVoid(Object outcome) {
        if (outcome instanceof Frame reply) {
            reply.release();
            request.finish();
        }
    }

    @Override
    public final long getLong(Object outcome) throws RemoteException {
        if (!(outcome instanceof Frame reply)) {
            return 0;
        }
        try {
            return replies.bits(reply, method);
        } finally {
            request.finish();
        }
    }

    @Override
    public final Object getObject(Object outcome) throws RemoteException {
        if (!(outcome instanceof Frame reply)) {
            return outcome;
        }
        try {
            return replies.object(reply, method, callerLoader());
        } catch (ReplacedException e) {
            throw thrownInstead(e.replacement());
        } finally {
            request.finish();
        }
    }

    /** The exception that the callee has sent in place of a result which it could not write. */
    private RemoteException thrownInstead(Frame replacement) throws RemoteException {
        Exception thrown = replies.thrownHere(replacement, method, methodName(), callerLoader(), false);
        if (thrown instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return thrown instanceof RemoteException remote ? remote
                : new UnexpectedException("undeclared checked exception", thrown);
    }

    /**
     * The loader that is asked first for the classes of the outcome; then the thread's context class loader is asked. The
     * JDK takes the loader of the nearest caller, which is that of the stub's own class: so the stub knows it, and no call
     * walks the stack. Only stubs of classes of the platform or of ours have callers in front of them.
     */
    final ClassLoader callerLoader() {
        ClassLoader ofStub = request.target().loader();
        return ofStub != null ? ofStub : CallerLoader.find();
    }

    @Override
    public String toString() {
        return method + " at rank " + request.rank();
    }
}
