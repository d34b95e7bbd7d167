package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.ObjectStreamField;
import java.lang.reflect.Constructor;
import java.util.Arrays;

/**
 * Moves the fields that one class declares between its instances and bytes, and makes instances. Fields are those of
 * the class's {@link java.io.ObjectStreamClass}, in its order; primitive ones are packed, in the byte order of the
 * machine.
 * What is not of the class's kind, such as setting a record's fields, is not supported.
 *
 * <p>Not for programs: it is public since classes that are generated beside a program's own extend it. Used by any
 * thread.
 */
public abstract class FieldCopier {
    /** What the fields that are references referred to last: most refer to objects of one class. */
    final ClassPlan[] seen;

    /** @param references how many of the fields are references */
    protected FieldCopier(int references) {
        seen = new ClassPlan[references];
        Arrays.fill(seen, ClassPlan.NONE);
    }

    /**
     * Writes all fields: primitive ones to the bytes, then what the others refer to.
     *
     * @param to where there is room for the primitive fields, from {@code at} on
     * @throws IOException of what is referred to
     */
    public abstract void write(Object object, byte[] to, int at, ArrayCopyOutputStream out) throws IOException;

    /**
     * Reads all fields: primitive ones from the bytes, then what the others refer to.
     *
     * @param handle of the object, in the stream
     * @throws ClassCastException if what is referred to does not fit
     * @throws IOException of what is referred to
     * @throws ClassNotFoundException of what is referred to
     */
    public void read(Object object, byte[] from, int at, ObjectReader in, int handle)
            throws IOException, ClassNotFoundException {
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
     * A record, read as {@link #read} does, and made by its canonical constructor; null where a class that it needs is
     * not here.
     *
     * @param handle of the record, in the stream
     * @throws ClassCastException if what is referred to does not fit
     * @throws Throwable what the constructor throws
     */
    public Object newRecord(byte[] from, int at, ObjectReader in, int handle) throws Throwable {
        throw new UnsupportedOperationException("the class is no record");
    }

    /** Writes what a field refers to, the one with an index among those that are references. */
    protected final void put(ArrayCopyOutputStream out, int index, Object value, boolean unshared) throws IOException {
        out.writeReference(value, unshared, seen, index);
    }

    /** The same, of a field of type String. */
    protected static void put(ArrayCopyOutputStream out, String value) throws IOException {
        out.writeText(value);
    }

    /** Reads what a field of the object with the handle refers to. */
    protected static Object next(ObjectReader in, int handle, boolean unshared)
            throws IOException, ClassNotFoundException {
        return in.readReferenceOf(handle, unshared);
    }

    /** The same, of a field of type String. */
    protected static Object nextText(ObjectReader in, int handle) throws IOException, ClassNotFoundException {
        return in.readTextOf(handle);
    }

    /** Whether a record whose fields have been read can be made. */
    protected static boolean constructs(ObjectReader in, int handle) {
        return in.records.constructs(handle);
    }

    /** The exception that a value does not fit, told of as the JDK does: of a field of the class, by its index. */
    protected static ClassCastException misfit(
            ClassCastException e, Class<?> owner, Object object, Object value, int index) {
        ObjectStreamField field = ClassPlan.of(owner).reference(index);
        return field.getType().isInstance(value) ? e : cannotAssign(value, field, owner, object);
    }

    static ClassCastException cannotAssign(Object value, ObjectStreamField field, Class<?> owner, Object object) {
        return new ClassCastException("cannot assign instance of " + value.getClass().getName() + " to field "
                + owner.getName() + "." + field.getName() + " of type " + field.getType().getName() + " in instance of "
                + object.getClass().getName());
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
        return constructor.newInstance();
    }
}
