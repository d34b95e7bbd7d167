package org.rmi4mpi.ref;

import java.rmi.UnmarshalException;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.serial.StreamCache;
import org.rmi4mpi.wire.FrameKind;

/**
 * A call as its {@link Skeleton} sees it: the skeleton gets the arguments, then puts the result. Owned by the thread
 * that runs the call.
 */
public abstract class IncomingCall {
    final Marshaller marshaller;
    final RequestReader request;
    final ReplyWriter reply;
    /** Null between calls. Read without synchronization by other threads, for their messages. */
    MethodTable.Entry method;
    int caller;
    /** See {@link #isInMethod()}. */
    private boolean isInMethod;

    IncomingCall(Marshaller marshaller, Dispatcher dispatcher) {
        this.marshaller = marshaller;
        StreamCache streams = new StreamCache();
        request = new RequestReader(marshaller, streams);
        reply = new ReplyWriter(this, marshaller, dispatcher, streams);
    }

    final RequestReader request() {
        return request;
    }

    final ReplyWriter reply() {
        return reply;
    }

    final int caller() {
        return caller;
    }

    final void setCaller(int rank) {
        caller = rank;
    }

    /** Whether the method has begun, and has not returned. Otherwise what fails is reading or writing a message. */
    final boolean isInMethod() {
        return isInMethod;
    }

    final void enterMethod() {
        isInMethod = true;
    }

    final void leaveMethod() {
        isInMethod = false;
    }

    /** Describes the call for error messages. */
    final String where() {
        MethodTable.Entry current = method;
        return (current == null ? "" : " of " + current.name()) + " at rank " + marshaller.rank() + " for rank " + caller;
    }

    // ---- arguments

    public final boolean getBoolean() {
        return request.bytes().get() != 0;
    }

    public final byte getByte() {
        return request.bytes().get();
    }

    public final char getChar() {
        return request.bytes().getChar();
    }

    public final short getShort() {
        return request.bytes().getShort();
    }

    public final int getInt() {
        return request.bytes().getInt();
    }

    public final long getLong() {
        return request.bytes().getLong();
    }

    public final float getFloat() {
        return request.bytes().getFloat();
    }

    public final double getDouble() {
        return request.bytes().getDouble();
    }

    /** Reads an argument that is an object. */
    public abstract Object getObject() throws UnmarshalException;

    /** The arguments have been read, so that their memory can be given back. */
    public abstract void endArguments() throws UnmarshalException;

    // ---- results

    public final void putVoid() {
        reply.writeHeader(FrameKind.RESULT);
    }

    public final void putBoolean(boolean value) {
        putLong(value ? 1 : 0);
    }

    public final void putByte(byte value) {
        putLong(value);
    }

    public final void putChar(char value) {
        putLong(value);
    }

    public final void putShort(short value) {
        putLong(value);
    }

    public final void putInt(int value) {
        putLong(value);
    }

    public final void putFloat(float value) {
        putLong(Float.floatToRawIntBits(value));
    }

    public final void putDouble(double value) {
        putLong(Double.doubleToRawLongBits(value));
    }

    /** Writes a primitive result as 8 bytes, whatever its type. */
    public final void putLong(long value) {
        reply.writeHeader(FrameKind.RESULT).putLong(value);
    }

    /** Writes a result that is an object. */
    public abstract void putObject(Object value);
}
