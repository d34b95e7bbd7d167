package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.ObjectStreamField;
import java.lang.reflect.Constructor;
import java.util.Arrays;

/**
 * Copies the fields that one class declares between its instances and bytes, and creates instances. The fields are
 * those of the class's {@link java.io.ObjectStreamClass}, in its order. Primitive fields are packed, in the machine's
 * byte order. Operations that do not apply, such as setting the fields of a record, throw
 * UnsupportedOperationException.
 *
 * <p>Programs must not use this class. It is public because generated classes in the packages of programs extend it.
 * Thread-safe.
 */
public abstract class FieldCopier {
    /** Plan cache for each reference field: most values of a field have the same class. */
    final ClassPlan[] seen;

    /** @param references number of reference fields */
    protected FieldCopier(int references) {
        seen = new ClassPlan[references];
        Arrays.fill(seen, ClassPlan.NONE);
    }

    /**
     * Writes all fields: the primitive ones into {@code to}, then the references.
     *
     * @param to has room for the primitive fields from index {@code at} on
     * @throws IOException if a reference cannot be written
     */
    public abstract void write(Object object, byte[] to, int at, ObjectWriter out) throws IOException;

    /**
     * Reads all fields: the primitive ones from {@code from}, then the references.
     *
     * @param handle handle of the object in the stream
     * @throws ClassCastException if a value does not fit its field
     * @throws IOException if a reference cannot be read
     * @throws ClassNotFoundException if the class of a value is missing here
     */
    public void read(Object object, byte[] from, int at, ObjectReader in, int handle)
            throws IOException, ClassNotFoundException {
        throw new UnsupportedOperationException("a record's fields are set by its constructor");
    }

    /**
     * Creates an instance whose fields have their default values. Runs the constructor of the nearest class that is not
     * serializable.
     *
     * @throws Throwable any exception of the constructor
     */
    public Object newInstance() throws Throwable {
        throw new UnsupportedOperationException("a record is made by its canonical constructor");
    }

    /**
     * Reads the values as {@link #read} does, and creates the record by its canonical constructor. Returns null if a
     * class that it needs is missing here.
     *
     * @param handle handle of the record in the stream
     * @throws ClassCastException if a value does not fit its component
     * @throws Throwable any exception of the constructor
     */
    public Object newRecord(byte[] from, int at, ObjectReader in, int handle) throws Throwable {
        throw new UnsupportedOperationException("the class is no record");
    }

    /** Writes the value of the reference field with this index. */
    protected final void put(ObjectWriter out, int index, Object value, boolean unshared) throws IOException {
        out.writeReference(value, unshared, seen, index);
    }

    /** Writes the value of a String field. */
    protected static void put(ObjectWriter out, String value) throws IOException {
        out.writeText(value);
    }

    /** Reads the value of a reference field, for the object with this handle. */
    protected static Object next(ObjectReader in, int handle, boolean unshared)
            throws IOException, ClassNotFoundException {
        return in.readReferenceOf(handle, unshared);
    }

    /** Reads the value of a String field. */
    protected static Object nextText(ObjectReader in, int handle) throws IOException, ClassNotFoundException {
        return in.readTextOf(handle);
    }

    /** Whether a record can be created after its values have been read. */
    protected static boolean constructs(ObjectReader in, int handle) {
        return in.records.constructs(handle);
    }

    /**
     * Returns the exception for a value of a wrong type, with the JDK's wording.
     *
     * @param index index among the reference fields of the class
     */
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

    /** Allocates an instance of a class whose superclasses are all serializable, except Object. */
    protected static Object allocate(Class<?> type) throws InstantiationException {
        return TheUnsafe.UNSAFE.allocateInstance(type);
    }

    protected static Object construct(Constructor<?> constructor) throws Throwable {
        return constructor.newInstance();
    }
}
