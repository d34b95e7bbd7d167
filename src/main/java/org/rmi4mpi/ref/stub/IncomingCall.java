package org.rmi4mpi.ref.stub;

import java.nio.ByteBuffer;
import java.rmi.UnmarshalException;

/**
 * A call as its {@link Skeleton} sees it: the skeleton gets the arguments, then puts the result. Owned by the thread
 * that runs the call.
 */
public abstract class IncomingCall {
    /** The request, with its primitive arguments at the position. */
    protected abstract ByteBuffer arguments();

    // ---- arguments

    public final boolean getBoolean() {
        return arguments().get() != 0;
    }

    public final byte getByte() {
        return arguments().get();
    }

    public final char getChar() {
        return arguments().getChar();
    }

    public final short getShort() {
        return arguments().getShort();
    }

    public final int getInt() {
        return arguments().getInt();
    }

    public final long getLong() {
        return arguments().getLong();
    }

    public final float getFloat() {
        return arguments().getFloat();
    }

    public final double getDouble() {
        return arguments().getDouble();
    }

    /** Reads an argument that is an object. */
    public abstract Object getObject() throws UnmarshalException;

    /** The arguments have been read, so that their memory can be given back. */
    public abstract void endArguments() throws UnmarshalException;

    // ---- results

    public abstract void putVoid();

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
    public abstract void putLong(long value);

    /** Writes a result that is an object. */
    public abstract void putObject(Object value);
}
