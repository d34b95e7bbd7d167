package org.rmi4mpi.ref;

import java.io.IOException;
import java.io.ObjectOutput;
import java.nio.ByteBuffer;
import java.rmi.ConnectException;
import java.rmi.MarshalException;
import java.rmi.RemoteException;
import java.rmi.UnexpectedException;
import java.rmi.UnmarshalException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.PendingCall;
import org.rmi4mpi.serial.Streams;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.CallFrame;

/**
 * The calls that a thread makes, one at a time: {@link RemoteReference#call} begins one; then come the arguments, those of
 * primitive types first, each in the order of its declaration; then one of the methods that give the result makes the
 * call. Whichever of them throws, the call is over. Owned by its thread, which has another one for calls that are made
 * while this is under way.
 */
public final class OutgoingCall extends PendingCall {
    private static final byte[] NONE = {};

    private final ReferenceLayer layer;
    private final OutgoingFrame frame;
    private final Streams streams = new Streams();
    private final Reply replies;
    private final int thread;
    /** Objects of this rank that the thread has made one-way calls to; null while there are none. In the first only. */
    private Set<Long> ownOneWays;
    private final OutgoingCall first;
    /** Of the last asynchronous call of the thread; in the first only. */
    private CompletableFuture<Object> future;
    private long objectId;
    private OutgoingCall deeper;
    private boolean underWay;

    /** Other threads read it for what they print. */
    private RemoteMethod method;
    private RemoteReference reference;
    private int rank;
    private boolean oneWay;
    private boolean async;
    private long timeoutNs;
    /** What interceptors see; null where there are none. */
    private CallInfo info;
    /** The object whose calls are collected; null where each is sent. */
    private RemoteReference batchOf;
    private int batched;
    private int countAt;
    private int oneAt;
    /** Whether one of the calls has begun, and its arguments are still to be written. */
    private boolean appending;
    private ByteBuffer bytes;
    private ObjectOutput out;

    OutgoingCall(ReferenceLayer layer, OutgoingCall first) {
        this.layer = layer;
        replies = new Reply(layer, streams);
        int own = layer.dispatcher().threadOf(this);
        this.first = first == null ? this : first.first;
        thread = first == null ? own : first.thread;
        frame = layer.newFrame();
    }

    /** This one, or where it is under way the next one. */
    OutgoingCall free() {
        OutgoingCall call = this;
        while (call.underWay) {
            if (call.deeper == null) {
                call.deeper = new OutgoingCall(layer, this);
            }
            call = call.deeper;
        }
        return call;
    }

    OutgoingCall begin(RemoteReference target, RemoteMethod called) throws RemoteException {
        CallMode mode = target.mode();
        if (mode.batch() != null) {
            return mode.batch().add(called);
        }
        async = mode.async() || called.promises();
        oneWay = mode.oneWay() && !async && called.result() == void.class;
        begin(target, called, called.hash());
        return this;
    }

    private void begin(RemoteReference target, RemoteMethod called, long hash) throws RemoteException {
        rank = target.rank();
        method = called;
        objectId = target.objectId();
        CallMode mode = target.mode();
        timeoutNs = mode.timeoutNs();
        if (rank < 0 || rank >= layer.size()) {
            throw new ConnectException("call of " + this + " failed: there are ranks 0 to " + (layer.size() - 1));
        }
        byte[] metadata = !layer.interceptors().isEmpty() || mode.metadata() != null ? metadata(mode) : NONE;
        byte kind = async ? CallFrame.KIND_ASYNC : oneWay ? CallFrame.KIND_ONE_WAY : CallFrame.KIND_REQUEST;
        bytes = frame.begin(kind, CallFrame.REQUEST_HEADER, rank, layer.serializer().known(rank))
                .putLong(CallFrame.OBJECT_ID, objectId)
                .putLong(CallFrame.METHOD_HASH, hash)
                .putInt(CallFrame.THREAD, thread)
                .putInt(CallFrame.METADATA, metadata.length | (async || timeoutNs != 0 ? CallFrame.CANCELLABLE : 0));
        if (metadata.length > 0) {
            bytes = room(metadata.length + method.primitiveBytes()).put(metadata);
        }
        reference = target; // which keeps the object until the call is over
        underWay = true;
    }

    /** Those of the stub's view and of interceptors, which may make calls themselves. */
    private byte[] metadata(CallMode mode) throws RemoteException {
        Map<String, String> pairs = new LinkedHashMap<>(mode.metadata() == null ? Map.of() : mode.metadata());
        CallInfo call = new CallInfo(batchOf != null ? null : method.method(), layer.rank(), rank, pairs);
        underWay = true;
        try {
            for (Interceptor each : layer.interceptors().all()) {
                each.calling(call);
            }
            byte[] encoded = Metadata.encoded(pairs);
            info = call;
            return encoded;
        } catch (IOException e) {
            throw e instanceof RemoteException refused ? refused
                    : new MarshalException("metadata of " + this + " that do not travel", e);
        } finally {
            underWay = false;
        }
    }

    private ByteBuffer room(int length) throws MarshalException {
        try {
            return frame.of(length);
        } catch (IOException e) {
            throw new MarshalException("call of " + this, e);
        }
    }

    // ---- batches

    /** It collects calls to an object, from now on. */
    void beBatchOf(RemoteReference reference) {
        batchOf = reference;
    }

    /** Begins one more call; it ends as others do. */
    OutgoingCall append(RemoteMethod called) throws RemoteException {
        if (called.result() != void.class) {
            throw new UnsupportedOperationException(
                    called + " has a result, and a batch takes calls without one: make it by the stub itself");
        }
        checkNotAppending();
        appending = true;
        boolean begun = false;
        try {
            if (!underWay) {
                beginBatch(called);
            }
            method = called;
            bytes = room(CallFrame.BATCHED_HEADER + called.primitiveBytes());
            oneAt = bytes.position();
            bytes.putLong(0).putLong(called.hash());
            begun = true;
        } finally {
            appending = begun;
        }
        return this;
    }

    private void checkNotAppending() {
        if (appending) {
            throw new IllegalStateException("a batch that is used while it takes " + this
                    + ": by writeObject, by an interceptor, or by two threads at once");
        }
    }

    private void beginBatch(RemoteMethod called) throws RemoteException {
        async = false;
        oneWay = batchOf.mode().oneWay();
        begin(batchOf, called, CallFrame.BATCH);
        frame.copyArrays();
        batched = 0;
        bytes = room(Long.BYTES).putLong(0);
        countAt = bytes.position() - Long.BYTES;
    }

    private void endOne() throws RemoteException {
        try {
            finishArguments();
        } catch (Throwable e) {
            giveUp(e);
            throw e;
        }
        ByteBuffer written = frame.bytes();
        written.putLong(oneAt, written.position() - oneAt - CallFrame.BATCHED_HEADER);
        batched++;
        appending = false;
    }

    int batched() {
        return underWay ? batched : 0;
    }

    /** Makes the calls. */
    void sendBatch() throws RemoteException {
        checkNotAppending();
        if (batched() == 0) {
            return;
        }
        frame.bytes().putLong(countAt, batched).putInt(CallFrame.THREAD, firstOfThread().thread);
        try {
            if (oneWay) {
                sendPipelined(0);
            } else {
                over(reply());
            }
        } catch (RemoteException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new UnexpectedException("call of " + this, e);
        } finally {
            frame.release();
        }
    }

    // ---- arguments

    public void putBoolean(boolean value) {
        bytes.put((byte) (value ? 1 : 0));
    }

    public void putByte(byte value) {
        bytes.put(value);
    }

    public void putChar(char value) {
        bytes.putChar(value);
    }

    public void putShort(short value) {
        bytes.putShort(value);
    }

    public void putInt(int value) {
        bytes.putInt(value);
    }

    public void putLong(long value) {
        bytes.putLong(value);
    }

    public void putFloat(float value) {
        bytes.putFloat(value);
    }

    public void putDouble(double value) {
        bytes.putDouble(value);
    }

    public void putObject(Object value) throws RemoteException {
        try {
            if (out == null) {
                out = layer.writer(streams, frame, rank);
            }
            out.writeObject(value);
        } catch (IOException e) {
            MarshalException thrown = new MarshalException("error marshalling arguments of " + this, e);
            giveUp(thrown);
            throw thrown;
        } catch (Throwable e) {
            giveUp(e);
            throw e;
        }
    }

    private void giveUp(Throwable thrown) {
        try {
            if (out != null) {
                out.close();
            }
        } catch (IOException e) {
            // it is given up
        }
        if (batchOf != null) {
            out = null;
            frame.bytes().position(oneAt); // those before it remain
            appending = false;
        } else {
            CallInfo called = info;
            info = null;
            end();
            layer.interceptors().called(called, thrown);
        }
    }

    private void end() {
        out = null;
        reference = null;
        bytes = null;
        frame.discard();
        underWay = false;
    }

    // ---- results

    public void getVoid() throws Exception {
        if (batchOf != null) {
            endOne();
        } else if (async) {
            promise();
        } else if (oneWay) {
            sendPipelined(0);
        } else {
            over(reply());
        }
    }

    public boolean getBoolean() throws Exception {
        return getLong() != 0;
    }

    public byte getByte() throws Exception {
        return (byte) getLong();
    }

    public char getChar() throws Exception {
        return (char) getLong();
    }

    public short getShort() throws Exception {
        return (short) getLong();
    }

    public int getInt() throws Exception {
        return (int) getLong();
    }

    public float getFloat() throws Exception {
        return Float.intBitsToFloat((int) getLong());
    }

    public double getDouble() throws Exception {
        return Double.longBitsToDouble(getLong());
    }

    /** As a result of any primitive type travels. */
    public long getLong() throws Exception {
        if (async) {
            promise();
            return 0;
        }
        Frame reply = reply();
        try {
            return replies.bits(reply, method);
        } finally {
            reference = null;
            underWay = false;
        }
    }

    public Object getObject() throws Exception {
        if (async) {
            return promise();
        }
        Frame reply = reply();
        try {
            return replies.object(reply, method, callerLoader());
        } finally {
            reference = null;
            underWay = false;
        }
    }

    private void over(Frame reply) {
        reply.release();
        reference = null;
        underWay = false;
    }

    private ClassLoader callerLoader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context != null ? context : method.method().getDeclaringClass().getClassLoader();
    }

    /** Sends the request. Returns the future where that is the method's result; else the thread may take it next. */
    private Object promise() throws RemoteException {
        AsyncCall call = started();
        try {
            sendPipelined(call.id());
            call.sent();
        } catch (Throwable e) {
            layer.asyncs().remove(call);
            call.failed(e);
            if (!(e instanceof ConnectException)) {
                throw e;
            }
        }
        if (method.promises()) {
            return call.future();
        }
        first.future = call.future();
        return null;
    }

    private AsyncCall started() {
        AsyncCall call = null;
        try {
            call = new AsyncCall(layer, method, reference, callerLoader(), timeoutNs, info);
            call.start();
            return call;
        } catch (Throwable e) {
            if (call != null) {
                layer.asyncs().remove(call);
            }
            giveUp(e);
            throw e;
        }
    }

    /** That of the last asynchronous call of this thread, once; null where there is none. */
    CompletableFuture<Object> takeFuture() {
        CompletableFuture<Object> taken = first.future;
        first.future = null;
        return taken;
    }

    private void sendPipelined(long callId) throws RemoteException {
        CallInfo sent = callId == 0 ? info : null;
        info = null;
        Throwable thrown = null;
        try {
            finishArguments();
            if (callId == 0) {
                weigh();
            }
            Dispatcher dispatcher = layer.dispatcher();
            if (rank == layer.rank()) {
                OutgoingCall firstOfThread = firstOfThread();
                if (firstOfThread.ownOneWays == null) {
                    firstOfThread.ownOneWays = new HashSet<>();
                }
                firstOfThread.ownOneWays.add(objectId);
            }
            dispatcher.sendPipelined(rank, frame.end(), callId);
            frame.await(frame.startArrays());
        } catch (IOException e) {
            thrown = e instanceof RemoteException ? e : new MarshalException("error marshalling arguments of " + this, e);
        } catch (TransportException e) {
            thrown = Reply.unreached(this, e);
        } finally {
            end();
        }
        layer.interceptors().called(sent, thrown);
        if (thrown != null) {
            throw (RemoteException) thrown;
        }
    }

    /** Nobody keeps the object for a request without a reply. */
    private void weigh() {
        ByteBuffer request = frame.bytes();
        int weight = (int) layer.collector().request(reference);
        request.putInt(CallFrame.METADATA, request.getInt(CallFrame.METADATA) | weight);
    }

    /** Makes the call. What the method threw is thrown here. */
    private Frame reply() throws Exception {
        if (info == null) {
            return exchanged();
        }
        CallInfo called = info;
        info = null;
        Throwable thrown = null;
        try {
            return exchanged();
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            layer.interceptors().called(called, thrown);
        }
    }

    private Frame exchanged() throws Exception {
        Frame reply;
        boolean own;
        try {
            finishArguments();
            own = rank == layer.rank() && timeoutNs == 0 && !comesAfterOneWays();
            reply = own ? layer.answerOwn(frame.end()) : exchange();
        } catch (IOException e) {
            end();
            throw e instanceof RemoteException ? e : new MarshalException("error marshalling arguments of " + this, e);
        } catch (TransportException e) {
            end();
            throw Reply.unreached(this, e);
        } catch (Throwable e) {
            end();
            throw e;
        }
        bytes = null;
        layer.serializer().tellKnown(rank, reply.bytes().getInt(CallFrame.CLASSES));
        if (reply.bytes().get(CallFrame.KIND) != CallFrame.KIND_RESULT) {
            throw thrown(reply, own);
        }
        return reply;
    }

    /** A call to an object of this rank, which the thread has sent one-way calls to: they come first. */
    private boolean comesAfterOneWays() {
        Set<Long> oneWays = firstOfThread().ownOneWays;
        return oneWays != null && oneWays.remove(objectId);
    }

    /** A batch is sent by any thread. */
    private OutgoingCall firstOfThread() {
        return batchOf == null ? first : layer.firstOfThread();
    }

    private void finishArguments() throws RemoteException {
        if (out != null) {
            try (ObjectOutput ending = out) {
                out = null;
                ending.flush();
            } catch (IOException e) {
                throw new MarshalException("error marshalling arguments of " + this, e);
            }
        }
    }

    private Frame exchange() throws IOException {
        Dispatcher dispatcher = layer.dispatcher();
        dispatcher.send(rank, frame.end(), this);
        List<ArrayTransfer> arrays = frame.startArrays();
        boolean done = false;
        try {
            Frame reply = dispatcher.await(this, timeoutNs);
            done = true;
            if (reply == null) {
                frame.finish(arrays, 0);
                throw new CallTimeoutException(this, timeoutNs);
            }
            return arrays.isEmpty() ? reply : withArraysSent(reply, arrays);
        } finally {
            if (!done) {
                frame.finish(arrays, 0);
                dropReply();
            }
        }
    }

    private Frame withArraysSent(Frame reply, List<ArrayTransfer> arrays) {
        boolean done = false;
        try {
            frame.await(arrays);
            done = true;
            return reply;
        } finally {
            if (!done) {
                layer.drop(reply);
            }
        }
    }

    /** The thread goes on without it, whether it has come or is to come. */
    private void dropReply() {
        Frame reply = layer.dispatcher().giveUp(this);
        if (reply != null) {
            layer.drop(reply);
        }
    }

    /** @param own whether this thread has run the method itself, which the trace shows then */
    private Exception thrown(Frame reply, boolean own) throws UnmarshalException {
        try {
            Exception thrown = replies.thrown(reply, method, callerLoader());
            if (!own) {
                Throwable sent = thrown instanceof UnexpectedException unexpected ? unexpected.getCause() : thrown;
                sent.setStackTrace(joined(sent.getStackTrace(), new Throwable().getStackTrace()));
            }
            return thrown;
        } finally {
            reference = null;
            underWay = false;
        }
    }

    /** The callee's frames, then the caller's. */
    private static StackTraceElement[] joined(StackTraceElement[] callee, StackTraceElement[] caller) {
        StackTraceElement[] all = Arrays.copyOf(callee, callee.length + caller.length);
        System.arraycopy(caller, 0, all, callee.length, caller.length);
        return all;
    }

    @Override
    public String toString() {
        return (batchOf == null ? "" : "a batch of " + batched + " calls, the last one ") + method + " at rank " + rank;
    }
}
