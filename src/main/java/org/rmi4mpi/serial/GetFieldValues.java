package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.UncheckedIOException;

/** Values of fields by name, as a stream had them. Immutable. */
final class GetFieldValues extends ObjectInputStream.GetField {
    /** From JDK 18 on the JDK tells of a class that is not there where its object is asked for (JDK-8276665). */
    private static final boolean MISSING_ONES_ARE_NULL =
            Runtime.version().feature() < 18 || Boolean.getBoolean("jdk.serialGetFieldCnfeReturnsNull");

    /** In place of a value whose class is not here. */
    record Missing(ClassNotFoundException reason) {}

    private final ArrayCopyInputStream stream;
    private final StreamClass.Slot slot;
    private final Object[] values;
    private final boolean given;

    GetFieldValues(ArrayCopyInputStream stream, StreamClass.Slot slot, Object[] values, boolean given) {
        this.stream = stream;
        this.slot = slot;
        this.values = values;
        this.given = given;
    }

    @Override
    public ObjectStreamClass getObjectStreamClass() {
        try {
            return slot.described().description();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Index among the stream's fields; -1 where only this side has the field. */
    private int index(String name, Class<?> type) {
        for (int i = 0; i < slot.described().fields.length; i++) {
            StreamClass.StreamField field = slot.described().fields[i];
            if (field.name().equals(name)) {
                boolean primitive = field.size() > 0;
                if (type == null ? primitive : !primitive || Defaults.primitive(field.type()) != type) {
                    throw new IllegalArgumentException("no such field " + name + " with type " + type);
                }
                return given ? i : -1;
            }
        }
        ObjectStreamField own = slot.local().description.getField(name);
        if (own == null || (type == null ? own.isPrimitive() : own.getType() != type)) {
            throw new IllegalArgumentException("no such field " + name + " with type " + type);
        }
        return -1;
    }

    @Override
    public boolean defaulted(String name) {
        for (int i = 0; i < slot.described().fields.length; i++) {
            if (slot.described().fields[i].name().equals(name)) {
                return !given;
            }
        }
        if (slot.local().description.getField(name) == null) {
            throw new IllegalArgumentException("no such field " + name);
        }
        return true;
    }

    private Object value(String name, Class<?> type, Object otherwise) {
        int index = index(name, type);
        return index < 0 ? otherwise : values[index];
    }

    @Override
    public boolean get(String name, boolean otherwise) {
        return (boolean) value(name, boolean.class, otherwise);
    }

    @Override
    public byte get(String name, byte otherwise) {
        return (byte) value(name, byte.class, otherwise);
    }

    @Override
    public char get(String name, char otherwise) {
        return (char) value(name, char.class, otherwise);
    }

    @Override
    public short get(String name, short otherwise) {
        return (short) value(name, short.class, otherwise);
    }

    @Override
    public int get(String name, int otherwise) {
        return (int) value(name, int.class, otherwise);
    }

    @Override
    public long get(String name, long otherwise) {
        return (long) value(name, long.class, otherwise);
    }

    @Override
    public float get(String name, float otherwise) {
        return (float) value(name, float.class, otherwise);
    }

    @Override
    public double get(String name, double otherwise) {
        return (double) value(name, double.class, otherwise);
    }

    @Override
    public Object get(String name, Object otherwise) {
        Object value = value(name, null, otherwise);
        if (!(value instanceof Missing missing)) {
            return value;
        }
        stream.lacks(missing.reason());
        if (!MISSING_ONES_ARE_NULL) {
            GetFieldValues.<RuntimeException>throwAny(missing.reason());
        }
        return null;
    }

    /** What the method declares on some JDKs only. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void throwAny(Throwable e) throws E {
        throw (E) e;
    }
}
