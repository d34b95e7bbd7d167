package org.rmi4mpi.serial;

import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;

/** Values of fields by name, as a stream had them. Immutable. */
final class GetFieldValues extends ObjectInputStream.GetField {
    private final StreamClass.Slot slot;
    private final Object[] values;
    private final boolean given;

    GetFieldValues(StreamClass.Slot slot, Object[] values, boolean given) {
        this.slot = slot;
        this.values = values;
        this.given = given;
    }

    @Override
    public ObjectStreamClass getObjectStreamClass() {
        return slot.local() != null ? slot.local().description : slot.described().description;
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
        return value instanceof ClassNotFoundException && value != otherwise ? null : value;
    }
}
