package org.rmi4mpi.ref;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.rmi.MarshalException;
import java.rmi.RemoteException;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameBuilder;

/**
 * A call as the stub sees it that makes it: {@link RemoteReference#call} begins it; then come the arguments, those of
 * primitive types first, each in the order of its declaration; then {@link #invoke}, and with the outcome of that one of the
 * methods that get the result. Whichever of them throws, the call is over. Owned by one thread at a time.
 */
public abstract class OutgoingCall {
    final ReferenceLayer layer;
    final Request request;
    private final ReplyReader replies;
    /** Where arguments of primitive types go. */
    private ByteBuffer bytes;
    /** Other threads read it for what they print. */
    private RemoteMethod method;

    @SuppressWarnings("this-escape") // to its own request, which asks for its text alone
    OutgoingCall(ReferenceLayer layer) {
        this.layer = layer;
        request = new Request(layer, this);
        replies = new ReplyReader(layer, request.streams());
    }

    final RemoteMethod method() {
        return method;
    }

    final ReplyReader replies() {
        return replies;
    }

    // a reference that is stored costs as much as all else here: so the same one is not stored again

    final void isOf(RemoteMethod called) {
        if (method != called) {
            method = called;
        }
    }

    final void argumentsGo(ByteBuffer to) {
        if (bytes != to) {
            bytes = to;
        }
    }

    /** It is over, and keeps no large frame. */
    final void forgetLarge() {
        if (bytes != null && bytes.capacity() > FrameBuilder.KEPT) {
            bytes = null;
        }
    }

    /** It is over before it was made; what was written of it is not sent. */
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
     * Makes the call, all arguments having been put. What the method has thrown is thrown here.
     *
     * @return the outcome, for one of the methods that get the result: a {@link Frame}, the reply; where the thread does not
     *     wait for one the future that is the method's result, or null
     */
    public abstract Object invoke() throws Exception;

    public final void getVoid(Object outcome) {
        if (outcome instanceof Frame reply) {
            reply.release();
            request.over();
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

    /** As a result of any primitive type travels; 0 where it is not waited for. */
    public final long getLong(Object outcome) throws RemoteException {
        if (!(outcome instanceof Frame reply)) {
            return 0;
        }
        try {
            return replies.bits(reply, method);
        } finally {
            request.over();
        }
    }

    public final Object getObject(Object outcome) throws RemoteException {
        if (!(outcome instanceof Frame reply)) {
            return outcome;
        }
        try {
            return replies.object(reply, method, callerLoader());
        } finally {
            request.over();
        }
    }

    final ClassLoader callerLoader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context != null ? context : method.method().getDeclaringClass().getClassLoader();
    }

    @Override
    public String toString() {
        return method + " at rank " + request.rank();
    }
}
