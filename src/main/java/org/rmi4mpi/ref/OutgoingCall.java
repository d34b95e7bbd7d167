package org.rmi4mpi.ref;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.rmi.MarshalException;
import java.rmi.RemoteException;
import org.rmi4mpi.serial.CallerLoader;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameBuilder;

/**
 * A call as its stub sees it. {@link RemoteReference#beginCall} begins the call. Then the stub puts the arguments,
 * primitive ones first, each group in the order of declaration. Then it calls {@link #invoke}, and passes the outcome
 * to one of the get methods. If any of these methods throws, the call is over. Owned by one thread at a time.
 */
public abstract class OutgoingCall {
    final RequestWriter request;
    private final ReplyReader replies;
    /** The buffer for primitive arguments. */
    private ByteBuffer bytes;
    /** Read without synchronization by other threads, for their messages. */
    private RemoteMethod method;

    @SuppressWarnings("this-escape") // the request only stores it, and later asks for its text
    OutgoingCall(CallerParts parts) {
        request = new RequestWriter(this, parts.marshaller(), parts.dispatcher(), parts.interceptors(), parts.timeout());
        replies = new ReplyReader(parts.marshaller(), parts.names(), request.streams());
    }

    final RemoteMethod method() {
        return method;
    }

    /** The name of the method in stack traces. */
    String methodName() {
        return method.method().getName();
    }

    final ReplyReader replies() {
        return replies;
    }

    // Storing a reference is costly here: avoid storing the same one again.

    final void setMethod(RemoteMethod called) {
        if (method != called) {
            method = called;
        }
    }

    final void setArguments(ByteBuffer to) {
        if (bytes != to) {
            bytes = to;
        }
    }

    /** Arguments of primitive types go to the position of this buffer. */
    final ByteBuffer primitiveArguments() {
        return bytes;
    }

    /** The call is over: drops a large buffer. */
    final void forgetLarge() {
        if (bytes != null && bytes.capacity() > FrameBuilder.KEPT) {
            bytes = null;
        }
    }

    /** Ends the call before it is sent. */
    abstract void giveUp(Throwable thrown);

    // ---- arguments

    public final void putBoolean(boolean value) {
        bytes.put((byte) (value ? 1 : 0));
    }

    public final void putByte(byte value) {
        bytes.put(value);
    }

    public final void putChar(char value) {
        bytes.putChar(value);
    }

    public final void putShort(short value) {
        bytes.putShort(value);
    }

    public final void putInt(int value) {
        bytes.putInt(value);
    }

    public final void putLong(long value) {
        bytes.putLong(value);
    }

    public final void putFloat(float value) {
        bytes.putFloat(value);
    }

    public final void putDouble(double value) {
        bytes.putDouble(value);
    }

    public final void putObject(Object value) throws RemoteException {
        try {
            request.writeObject(value);
        } catch (IOException e) {
            MarshalException thrown = new MarshalException("error marshalling arguments of " + this, e);
            giveUp(thrown);
            throw thrown;
        } catch (Throwable e) {
            giveUp(e);
            throw e;
        }
    }

    // ---- result

    /**
     * Makes the call after all arguments have been put. Throws the exception of the method.
     *
     * @return the outcome for one of the get methods. It is a {@link Frame} with the reply. If the thread does not
     *     wait, it is the future that is the method's result, or null
     */
    public abstract Object invoke() throws Exception;

    public final void getVoid(Object outcome) {
        if (outcome instanceof Frame reply) {
            reply.release();
            request.finish();
        }
    }

    public final boolean getBoolean(Object outcome) throws RemoteException {
        return getLong(outcome) != 0;
    }

    public final byte getByte(Object outcome) throws RemoteException {
        return (byte) getLong(outcome);
    }

    public final char getChar(Object outcome) throws RemoteException {
        return (char) getLong(outcome);
    }

    public final short getShort(Object outcome) throws RemoteException {
        return (short) getLong(outcome);
    }

    public final int getInt(Object outcome) throws RemoteException {
        return (int) getLong(outcome);
    }

    public final float getFloat(Object outcome) throws RemoteException {
        return Float.intBitsToFloat((int) getLong(outcome));
    }

    public final double getDouble(Object outcome) throws RemoteException {
        return Double.longBitsToDouble(getLong(outcome));
    }

    /** Returns a primitive result as it travels, in 8 bytes; 0 if the thread does not wait for it. */
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

    public final Object getObject(Object outcome) throws RemoteException {
        if (!(outcome instanceof Frame reply)) {
            return outcome;
        }
        try {
            return replies.object(reply, method, callerLoader());
        } finally {
            request.finish();
        }
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
