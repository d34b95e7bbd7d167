package org.rmi4mpi.ref;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.rmi.MarshalException;
import java.rmi.RemoteException;
import java.rmi.UnmarshalException;
import java.util.List;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.Losses;
import org.rmi4mpi.dispatch.OutgoingPieces;
import org.rmi4mpi.dispatch.PendingCall;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.LostRankException;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.RequestFrame;

/**
 * An awaited call: sends its request, and waits for the reply. It is a place in the table of pending calls. Owned by
 * the calling thread.
 */
final class AwaitedCall extends PendingCall {
    private final Marshaller marshaller;
    private final Dispatcher dispatcher;
    private final Interceptors interceptors;
    private final ServedCalls served;
    private final RequestCall call;
    private final RequestWriter request;
    /** Whether the request is about to leave, and its reply has not come. */
    private boolean isSent;
    /** Number of requests to objects of programs. */
    private long sent;

    AwaitedCall(CallerParts parts, RequestCall call) {
        marshaller = parts.marshaller();
        dispatcher = parts.dispatcher();
        interceptors = parts.interceptors();
        served = parts.served();
        this.call = call;
        request = call.request;
        dispatcher.threadOf(this);
    }

    /** A number that identifies this place among those of the rank. */
    int number() {
        return dispatcher.threadOf(this);
    }

    /**
     * Sends the request and waits for the reply. Returns the reply if it has a result, and throws the exception of the
     * method otherwise.
     */
    Frame sendAndAwait() throws Exception {
        CallInfo called = request.takeInfo();
        return called == null ? sendAndAwaitResult() : sendAndTellInterceptors(called);
    }

    private Frame sendAndTellInterceptors(CallInfo called) throws Exception {
        Throwable thrown = null;
        try {
            return sendAndAwaitResult();
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            interceptors.tellCalled(called, thrown);
        }
    }

    private Frame sendAndAwaitResult() throws Exception {
        Frame reply;
        boolean own;
        try {
            request.finishArguments();
            setRequestBytes(request.frame().length());
            own = isRunHere();
            reply = own ? served.answerOwn(request.frame()) : sendAndAwaitReply();
        } catch (IOException e) {
            endUnsent();
            throw e instanceof RemoteException ? e
                    : new MarshalException("error marshalling arguments of " + call, e);
        } catch (TransportException e) {
            boolean isOfProgram = isOfProgram();
            endUnsent();
            if (isOfProgram && e instanceof LostRankException) {
                Losses.tellProgram();
            }
            throw ReplyReader.unreached(call, e);
        } catch (Throwable e) {
            endUnsent();
            throw e;
        }
        marshaller.tellKnown(request.rank(), FrameHeader.classes(reply.bytes()));
        if (FrameHeader.kind(reply.bytes()) != FrameKind.RESULT) {
            throw thrown(reply, own);
        }
        return reply;
    }

    /**
     * Whether this thread runs the method itself, which is fastest. It cannot do so if the call has a time-out, or if
     * earlier one-way or asynchronous calls of this thread to the object have to begin first.
     */
    private boolean isRunHere() {
        return isToOwn() && !request.thread().takePipelinedToOwn(request.target().objectId());
    }

    private boolean isToOwn() {
        return request.rank() == marshaller.rank() && request.timeoutNs() == 0 && !request.frame().hasLeft();
    }

    /** Whether this thread will run the method itself, unless it makes such a call to the object while it writes the request. */
    boolean mayRunHere() {
        return isToOwn() && !request.thread().hasPipelinedToOwn(request.target().objectId());
    }

    /** Sends the first piece of a request. */
    OutgoingPieces sendFirst(Frame first) {
        return dispatcher.sendFirst(request.rank(), first, this);
    }

    /** Ends a call whose request, or the rest of it, cannot be sent. */
    private void endUnsent() {
        boolean hasLeft = request.frame().hasLeft();
        request.end();
        if (hasLeft) {
            dropReply();
        }
    }

    /** Returns the arrays that have not been sent. */
    private List<ArrayTransfer> sendRequest() throws IOException {
        OutgoingFrame frame = request.frame();
        if (frame.hasLeft()) {
            return frame.sendLast();
        }
        dispatcher.send(request.rank(), frame.end(), this);
        return frame.startArrays();
    }

    private Frame sendAndAwaitReply() throws IOException {
        request.frame().joinPieces();
        isSent = true;
        sent += isOfProgram() ? 1 : 0;
        try {
            return exchangeFrames();
        } finally {
            isSent = false;
        }
    }

    private boolean isOfProgram() {
        RemoteReference target = request.target();
        return target != null && target.objectId() >= RequestFrame.TASKS;
    }

    @Override
    protected long counted() {
        return sent;
    }

    private Frame exchangeFrames() throws IOException {
        OutgoingFrame frame = request.frame();
        List<ArrayTransfer> arrays = sendRequest();
        boolean done = false;
        try {
            if (frame.hasExpired()) {
                throw timedOut();
            }
            Frame reply = dispatcher.await(this, request.timeoutNs(), request.isOfView());
            done = true;
            if (reply == null) {
                frame.finish(arrays);
                throw timedOut();
            }
            return arrays.isEmpty() ? reply : withArraysSent(reply, arrays);
        } finally {
            if (!done) {
                frame.finish(arrays);
                dropReply();
            }
        }
    }

    private RemoteException timedOut() {
        return request.isOfView() ? new CallTimeoutException(call, request.timeoutNs())
                : new UnmarshalException("Error unmarshaling return header of " + call,
                        new SocketTimeoutException("Read timed out: no reply within "
                                + request.timeoutNs() / 1_000_000 + " ms (" + JdkResponseTimeout.PROPERTY + ")"));
    }

    private Frame withArraysSent(Frame reply, List<ArrayTransfer> arrays) {
        boolean done = false;
        try {
            request.frame().await(arrays);
            done = true;
            return reply;
        } finally {
            if (!done) {
                marshaller.drop(reply);
            }
        }
    }

    /** Drops the reply, now or when it arrives: the thread goes on without it. */
    void dropReply() {
        Frame reply = dispatcher.giveUp(this);
        if (reply != null) {
            marshaller.drop(reply);
        }
    }

    /** @param own whether this thread ran the method, so that its stack trace has the caller's frames already */
    private Exception thrown(Frame reply, boolean own) throws UnmarshalException {
        try {
            return call.replies().thrownHere(reply, call.method(), call.methodName(), call.callerLoader(), own);
        } finally {
            request.finish();
        }
    }

    @Override
    public Object method() {
        return call.called();
    }

    /** Read without synchronization: the call is seen once its request has been sent. */
    @Override
    protected boolean counts() {
        return isSent && isOfProgram();
    }

    @Override
    public String toString() {
        return call.toString();
    }
}
