package org.rmi4mpi.ref.stub;

import java.nio.ByteBuffer;
import java.rmi.RemoteException;

/**
 * A call as its stub sees it. {@link StubReference#beginCall} begins the call. Then the stub puts the arguments, primitive
 * ones first, each group in the order of declaration. Then it calls {@link #invoke}, and passes the outcome to one of
 * the get methods. If any of these methods throws, the call is over. Owned by one thread at a time.
 */
public abstract class OutgoingCall {
    /** The buffer for primitive arguments. */
    private ByteBuffer bytes;

    protected final void setArguments(ByteBuffer to) {
        if (bytes != to) { // Storing a reference is costly here: avoid storing the same one again.
            bytes = to;
        }
    }

    /** Arguments of primitive types go to the position of this buffer. */
    protected final ByteBuffer primitiveArguments() {
        return bytes;
    }

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

    public abstract void putObject(Object value) throws RemoteException;

    // ---- result

    /**
     * Makes the call after all arguments have been put. Throws the exception of the method.
     *
     * @return the outcome for one of the get methods
     */
    public abstract Object invoke() throws Exception;

    public abstract void getVoid(Object outcome);

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
    public abstract long getLong(Object outcome) throws RemoteException;

    public abstract Object getObject(Object outcome) throws RemoteException;
}
