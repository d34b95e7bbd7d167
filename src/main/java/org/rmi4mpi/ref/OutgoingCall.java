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
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.PendingCall;
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
    private final ReferenceLayer layer;
    private final OutgoingFrame frame;
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
    private int rank;
    private boolean oneWay;
    private boolean async;
    private long timeoutNs;
    private ByteBuffer bytes;
    private ObjectOutput out;

    OutgoingCall(ReferenceLayer layer, OutgoingCall first) {
        this.layer = layer;
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

    OutgoingCall begin(RemoteReference reference, RemoteMethod called) throws RemoteException {
        rank = reference.rank();
        method = called;
        objectId = reference.objectId();
        CallMode mode = reference.mode();
        async = mode.async() || called.promises();
        oneWay = mode.oneWay() && !async && called.result() == void.class;
        timeoutNs = mode.timeoutNs();
        if (rank < 0 || rank >= layer.size()) {
            throw new ConnectException("call of " + this + " failed: there are ranks 0 to " + (layer.size() - 1));
        }
        byte kind = async ? CallFrame.KIND_ASYNC : oneWay ? CallFrame.KIND_ONE_WAY : CallFrame.KIND_REQUEST;
        bytes = frame.begin(kind, CallFrame.REQUEST_HEADER, rank, layer.serializer().known(rank))
                .putLong(CallFrame.OBJECT_ID, reference.objectId())
                .putLong(CallFrame.METHOD_HASH, called.hash())
                .putInt(CallFrame.THREAD, thread);
        underWay = true;
        return this;
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
                out = layer.serializer().writer(frame, rank, layer::replacement);
            }
            out.writeObject(value);
        } catch (IOException e) {
            giveUp();
            throw new MarshalException("error marshalling arguments", e);
        } catch (Throwable e) {
            giveUp();
            throw e;
        }
    }

    private void giveUp() {
        try {
            if (out != null) {
                out.close();
            }
        } catch (IOException e) {
            // it is given up
        }
        end();
    }

    private void end() {
        out = null;
        bytes = null;
        frame.discard();
        underWay = false;
    }

    // ---- results

    public void getVoid() throws Exception {
        if (async) {
            promise();
        } else if (oneWay) {
            sendOneWay();
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
        long value = reply.bytes().getLong(CallFrame.REPLY_HEADER);
        over(reply);
        return value;
    }

    public Object getObject() throws Exception {
        if (async) {
            return promise();
        }
        Frame reply = reply();
        try {
            return new Reply(layer, reply, callerLoader()).object();
        } finally {
            underWay = false;
        }
    }

    private void over(Frame reply) {
        reply.release();
        underWay = false;
    }

    private ClassLoader callerLoader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context != null ? context : method.method().getDeclaringClass().getClassLoader();
    }

    /** Sends the request. Returns the future where that is the method's result; else the thread may take it next. */
    private Object promise() throws RemoteException {
        AsyncCall call = new AsyncCall(layer, method, rank, callerLoader(), timeoutNs);
        layer.add(call);
        boolean sent = false;
        try {
            sendPipelined(call.id());
            sent = true;
        } catch (ConnectException e) {
            call.future().fail(e);
        } finally {
            if (!sent) {
                layer.remove(call);
            }
        }
        if (method.promises()) {
            return call.future();
        }
        first.future = call.future();
        return null;
    }

    /** That of the last asynchronous call of this thread, once; null where there is none. */
    CompletableFuture<Object> takeFuture() {
        CompletableFuture<Object> taken = first.future;
        first.future = null;
        return taken;
    }

    private void sendOneWay() throws RemoteException {
        sendPipelined(0);
    }

    private void sendPipelined(long callId) throws RemoteException {
        try {
            finishArguments();
            Dispatcher dispatcher = layer.dispatcher();
            if (rank == layer.rank()) {
                first.ownOneWays = first.ownOneWays == null ? new HashSet<>() : first.ownOneWays;
                first.ownOneWays.add(objectId);
            }
            OutgoingFrame.await(frame.sent(dispatcher.sendPipelined(rank, frame.end(), callId)), dispatcher);
        } catch (IOException e) {
            throw new MarshalException("error marshalling arguments", e);
        } catch (TransportException e) {
            throw Reply.unreached(this, e);
        } finally {
            end();
        }
    }

    /** Makes the call. What the method threw is thrown here. */
    private Frame reply() throws Exception {
        Frame reply;
        try {
            finishArguments();
            boolean own = rank == layer.rank() && timeoutNs == 0 && !comesAfterOneWays();
            reply = own ? layer.answerOwn(frame.end()) : exchange();
        } catch (IOException e) {
            end();
            throw e instanceof RemoteException ? e : new MarshalException("error marshalling arguments", e);
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
            throw thrown(reply);
        }
        return reply;
    }

    /** A call to an object of this rank, which the thread has sent one-way calls to: they come first. */
    private boolean comesAfterOneWays() {
        return first.ownOneWays != null && first.ownOneWays.remove(objectId);
    }

    private void finishArguments() throws RemoteException {
        if (out != null) {
            try (ObjectOutput ending = out) {
                out = null;
                ending.flush();
            } catch (IOException e) {
                throw new MarshalException("error marshalling arguments", e);
            }
        }
    }

    private Frame exchange() throws IOException {
        Dispatcher dispatcher = layer.dispatcher();
        List<ArrayTransfer> arrays = frame.sent(dispatcher.send(rank, frame.end(), this));
        Frame reply = dispatcher.await(this, timeoutNs);
        if (reply == null) {
            arrays.forEach(array -> dispatcher.watch(array::isDone, null));
            throw new CallTimeoutException(this, timeoutNs);
        }
        OutgoingFrame.await(arrays, dispatcher);
        return reply;
    }

    private Exception thrown(Frame reply) throws UnmarshalException {
        try {
            Exception thrown = new Reply(layer, reply, callerLoader()).thrown(method);
            Throwable own = thrown instanceof UnexpectedException unexpected ? unexpected.getCause() : thrown;
            own.setStackTrace(joined(own.getStackTrace(), new Throwable().getStackTrace()));
            return thrown;
        } finally {
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
        return method + " at rank " + rank;
    }
}
