package org.rmi4mpi.serial;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;

/**
 * Moves the fields that one class declares between its instances and bytes, and makes instances. Fields are those of
 * the class's {@link java.io.ObjectStreamClass}, in its order; primitive ones are packed, in the byte order of the
 * machine.
 * What is not of the class's kind, such as setting a record's fields, is not supported.
 *
 * <p>Not for programs: it is public since classes that are generated beside a program's own extend it. Stateless there;
 * used by any thread.
 */
public abstract class FieldCopier {
    /** For generated classes. */
    protected FieldCopier() {}

    /** Writes all primitive fields. */
    public abstract void copyOut(Object object, byte[] to, int at);

    /** Reads all primitive fields. */
    public void copyIn(Object object, byte[] from, int at) {
        throw new UnsupportedOperationException("a record's fields are set by its constructor");
    }

    /** @param index among the fields that are references */
    public abstract Object get(Object object, int index);

    /**
     * @param index among the fields that are references
     * @throws ClassCastException if the value does not fit
     */
    public void set(Object object, int index, Object value) {
        throw new UnsupportedOperationException("a record's fields are set by its constructor");
    }

    /**
     * An instance whose fields have their defaults; the constructor of what is not serializable in it has run.
     *
     * @throws Throwable what the constructor throws
     */
    public Object newInstance() throws Throwable {
        throw new UnsupportedOperationException("a record is made by its canonical constructor");
    }

    /**
     * A record, made by its canonical constructor.
     *
     * @param references the values of the fields that are references
     * @throws ClassCastException if a reference does not fit
     * @throws Throwable what the constructor throws
     */
    public Object newRecord(byte[] from, int at, Object[] references) throws Throwable {
        throw new UnsupportedOperationException("the class is no record");
    }

    protected static void put(byte[] to, int at, boolean value) {
        to[at] = (byte) (value ? 1 : 0);
    }

    protected static void put(byte[] to, int at, byte value) {
        to[at] = value;
    }

    protected static void put(byte[] to, int at, char value) {
        Bytes.putShort(to, at, (short) value);
    }

    protected static void put(byte[] to, int at, short value) {
        Bytes.putShort(to, at, value);
    }

    protected static void put(byte[] to, int at, int value) {
        Bytes.putInt(to, at, value);
    }

    protected static void put(byte[] to, int at, long value) {
        Bytes.putLong(to, at, value);
    }

    protected static void put(byte[] to, int at, float value) {
        Bytes.putInt(to, at, Float.floatToRawIntBits(value));
    }

    protected static void put(byte[] to, int at, double value) {
        Bytes.putLong(to, at, Double.doubleToRawLongBits(value));
    }

    protected static boolean booleanAt(byte[] from, int at) {
        return from[at] != 0;
    }

    protected static byte byteAt(byte[] from, int at) {
        return from[at];
    }

    protected static char charAt(byte[] from, int at) {
        return (char) Bytes.getShort(from, at);
    }

    protected static short shortAt(byte[] from, int at) {
        return Bytes.getShort(from, at);
    }

    protected static int intAt(byte[] from, int at) {
        return Bytes.getInt(from, at);
    }

    protected static long longAt(byte[] from, int at) {
        return Bytes.getLong(from, at);
    }

    protected static float floatAt(byte[] from, int at) {
        return Float.intBitsToFloat(Bytes.getInt(from, at));
    }

    protected static double doubleAt(byte[] from, int at) {
        return Double.longBitsToDouble(Bytes.getLong(from, at));
    }

    /** An instance of a class all of whose superclasses but Object are serializable. */
    protected static Object allocate(Class<?> type) throws InstantiationException {
        return TheUnsafe.UNSAFE.allocateInstance(type);
    }

    protected static Object construct(Constructor<?> constructor) throws Throwable {
        try {
            return constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
