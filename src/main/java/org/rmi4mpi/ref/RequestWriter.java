package org.rmi4mpi.ref;

import java.io.IOException;
import java.io.ObjectOutput;
import java.nio.ByteBuffer;
import java.rmi.ConnectException;
import java.rmi.MarshalException;
import java.rmi.RemoteException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.Losses;
import org.rmi4mpi.dispatch.OutgoingPieces;
import org.rmi4mpi.dispatch.Probe;
import org.rmi4mpi.ref.collect.ExportTable;
import org.rmi4mpi.serial.StreamCache;
import org.rmi4mpi.transport.ApartSizes;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.LostRankException;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.RequestFrame;

/** Writes and sends the requests of one call object, one after the other. Owned by the calling thread. */
final class RequestWriter {
    private static final byte[] NONE = {};

    /** The call, which knows its method and has a text for messages. */
    private final RequestCall call;
    private final Marshaller marshaller;
    private final Dispatcher dispatcher;
    private final Interceptors interceptors;
    private final JdkResponseTimeout timeout;
    private final OutgoingFrame frame;
    private final StreamCache streams = new StreamCache();
    private CallerThread thread;

    private RemoteReference target;
    private int rank;
    private CallKind kind;
    private boolean isUnderWay;
    private long timeoutNs;
    /** For interceptors; null if there are none, or if they have been told of the end. */
    private CallInfo info;
    /** Null before the first object. */
    private ObjectOutput objects;

    RequestWriter(RequestCall call, Marshaller marshaller, Dispatcher dispatcher, Interceptors interceptors,
            JdkResponseTimeout timeout) {
        this.call = call;
        this.marshaller = marshaller;
        this.dispatcher = dispatcher;
        this.interceptors = interceptors;
        this.timeout = timeout;
        frame = marshaller.newFrame();
    }

    void setThread(CallerThread sender) {
        thread = sender;
    }

    CallerThread thread() {
        return thread;
    }

    StreamCache streams() {
        return streams;
    }

    OutgoingFrame frame() {
        return frame;
    }

    /** The rank that is called. */
    int rank() {
        return rank;
    }

    /** The object that is called; null when the call is over. */
    RemoteReference target() {
        return target;
    }

    CallKind kind() {
        return kind;
    }

    /** Whether the request has begun, and its outcome is unknown. */
    boolean isUnderWay() {
        return isUnderWay;
    }

    /** Time-out in ns; 0 for none. */
    long timeoutNs() {
        return timeoutNs;
    }

    /** Whether the time-out is that of the view of the stub. Otherwise it is the JDK's, which ends no method. */
    boolean isOfView() {
        return target.mode().timeoutNs() != 0;
    }

    /** For interceptors; null if there are none. */
    CallInfo info() {
        return info;
    }

    /** Takes {@link #info}, to report the end of the call. */
    CallInfo takeInfo() {
        CallInfo taken = info;
        if (taken != null) {
            info = null;
        }
        return taken;
    }

    /** Writes the header and the metadata, and returns the buffer for the primitive arguments. */
    ByteBuffer writeHeader(RemoteReference called, CallKind ofCall, long methodHash, int primitiveBytes)
            throws RemoteException {
        rank = called.rank();
        if (kind != ofCall) {
            kind = ofCall;
        }
        StubMode mode = called.mode();
        if (rank < 0 || rank >= marshaller.size()) {
            throw new ConnectException("call of " + call + " failed: there are ranks 0 to " + (marshaller.size() - 1));
        }
        byte[] metadata = interceptors.isEmpty() && mode.metadata() == null ? NONE : metadata(mode, methodHash);
        ByteBuffer bytes = frame.beginWithHeader(
                ofCall.frameKind(), RequestFrame.HEADER, rank, marshaller.known(rank), leastApart(ofCall));
        RequestFrame.put(bytes, called.objectId(), methodHash, thread.number(), metadata.length,
                ofCall.isCancellable(mode.timeoutNs()));
        if (metadata.length > 0) {
            bytes = reserve(metadata.length + primitiveBytes).put(metadata);
        }
        timeoutNs = mode.timeoutNs() != 0 || ofCall != CallKind.AWAITED || called.objectId() < RequestFrame.WELL_KNOWN
                ? mode.timeoutNs()
                : timeout.ns();
        target = called; // keeps the object alive until the call is over
        isUnderWay = true;
        return bytes;
    }

    /** A method does not wait until the receiver of its one-way call takes an array. */
    private static long leastApart(CallKind ofCall) {
        return ofCall == CallKind.ONE_WAY && Dispatcher.runsCurrentThread() ? ApartSizes.NEVER : ofCall.leastApart();
    }

    /** Collects the metadata of the stub's view and of interceptors. Interceptors may make calls themselves. */
    private byte[] metadata(StubMode mode, long methodHash) throws RemoteException {
        Map<String, String> pairs = new LinkedHashMap<>(mode.metadata() == null ? Map.of() : mode.metadata());
        boolean isBatch = methodHash == RequestFrame.BATCH || methodHash == RequestFrame.AGGREGATE;
        CallInfo told = new CallInfo(isBatch ? null : call.method().method(), marshaller.rank(), rank, pairs);
        isUnderWay = true;
        try {
            interceptors.tellCalling(told);
            byte[] encoded = Metadata.encoded(pairs);
            info = told;
            return encoded;
        } catch (IOException e) {
            throw e instanceof RemoteException refused ? refused
                    : new MarshalException("metadata of " + call + " cannot be encoded", e);
        } finally {
            isUnderWay = false;
        }
    }

    /** Returns a buffer for at least {@code length} more bytes. */
    ByteBuffer reserve(int length) throws MarshalException {
        try {
            return frame.reserve(length);
        } catch (IOException e) {
            throw new MarshalException("call of " + call, e);
        }
    }

    void writeObject(Object value) throws IOException {
        if (objects == null) {
            call.leaveInPieces(frame);
            objects = marshaller.writer(streams, frame, rank);
        }
        objects.writeObject(value);
    }

    /** All arguments have been put. */
    void finishArguments() throws RemoteException {
        if (objects != null) {
            try (ObjectOutput ending = objects) {
                objects = null;
                ending.flush();
            } catch (IOException e) {
                throw new MarshalException("error marshalling arguments of " + call, e);
            }
        }
    }

    /** Abandons the objects that have been written. */
    void giveUpObjects() {
        try {
            if (objects != null) {
                objects.close();
            }
        } catch (IOException e) {
            // they are abandoned anyway
        }
        objects = null;
    }

    void giveUp(Throwable thrown) {
        giveUpObjects();
        CallInfo called = takeInfo();
        end();
        interceptors.tellCalled(called, thrown);
    }

    /** Sends the request. No reply comes, and afterwards nothing on this rank holds the object for the call. */
    void sendOneWay() throws RemoteException {
        CallInfo sent = takeInfo();
        Throwable thrown = null;
        try {
            finishArguments();
            Probe probe = dispatcher.probe();
            probe.oneWay(rank, call.called(), frame.length(), probe.time());
            dispatcher.recent().oneWay(rank, call.called());
            if (!frame.hasLeft()) {
                holdTarget(frame.bytes());
            }
            send(0);
        } catch (Throwable e) {
            thrown = sendingFailed(e);
        } finally {
            end();
        }
        interceptors.tellCalled(sent, thrown);
        if (thrown != null) {
            throw (RemoteException) thrown;
        }
    }

    /** Sends the request. The reply is found by its id, and interceptors are told when it is taken. */
    void sendAsync(AsyncCall async) throws RemoteException {
        takeInfo();
        try {
            finishArguments();
            async.setRequest(frame.length());
            send(async.id());
        } catch (Throwable e) {
            throw sendingFailed(e);
        } finally {
            end();
        }
    }

    /** A one-way request counts as a reference to its object. */
    private void holdTarget(ByteBuffer header) {
        if (frame.tryHold(target)) {
            RequestFrame.putKeepsObject(header);
        }
    }

    private void send(long callId) throws IOException {
        if (frame.hasLeft()) {
            frame.await(frame.sendLast());
            return;
        }
        noteOwn();
        dispatcher.sendPipelined(rank, frame.end(), callId);
        frame.await(frame.startArrays());
    }

    private void noteOwn() {
        if (rank == marshaller.rank()) {
            thread.notePipelinedToOwn(target.objectId());
        }
    }

    /** Sends the first piece of a request that no thread waits for. */
    OutgoingPieces sendFirst(Frame first, long callId) {
        if (kind == CallKind.ONE_WAY) {
            holdTarget(first.bytes());
        }
        noteOwn();
        return dispatcher.sendFirstPipelined(rank, first, callId);
    }

    /** Returns the exception for the caller. Throws an Error or a RuntimeException as it is. */
    RemoteException sendingFailed(Throwable e) {
        if (e instanceof RemoteException remote) {
            return remote;
        } else if (e instanceof IOException) {
            return new MarshalException("error marshalling arguments of " + call, (IOException) e);
        } else if (e instanceof TransportException unreached) {
            if (e instanceof LostRankException && target != null && target.objectId() >= RequestFrame.TASKS) {
                Losses.tellProgram();
            }
            return ReplyReader.unreached(call, unreached);
        } else if (e instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) e;
    }

    /** The outcome of the call is known. */
    void finish() {
        target = null;
        call.forgetLarge();
        isUnderWay = false;
    }

    /** Works as {@link #finish}, and also drops the unsent rest of the request. */
    void end() {
        objects = null;
        frame.discard();
        finish();
    }
}
