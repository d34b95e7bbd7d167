package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;

/** Values of fields by name, until they are written. Owned by the stream. */
final class PutFieldValues extends ObjectOutputStream.PutField {
    private final ArrayCopyOutputStream stream;
    private final ObjectStreamClass description;
    private final ObjectStreamField[] fields;
    private final Object[] values;

    PutFieldValues(ArrayCopyOutputStream stream, ObjectStreamClass description) {
        this.stream = stream;
        this.description = description;
        fields = description.getFields();
        values = new Object[fields.length];
    }

    private void put(String name, Class<?> type, Object value) {
        ObjectStreamField field = description.getField(name);
        if (field == null || (type == null ? field.isPrimitive() : field.getType() != type)) {
            throw new IllegalArgumentException("no such field " + name + " with type "
                    + (type == null ? "class java.lang.Object" : type));
        }
        for (int i = 0; i < fields.length; i++) {
            if (fields[i].getName().equals(name)) {
                values[i] = value;
            }
        }
    }

    @Override
    public void put(String name, boolean value) {
        put(name, boolean.class, value);
    }

    @Override
    public void put(String name, byte value) {
        put(name, byte.class, value);
    }

    @Override
    public void put(String name, char value) {
        put(name, char.class, value);
    }

    @Override
    public void put(String name, short value) {
        put(name, short.class, value);
    }

    @Override
    public void put(String name, int value) {
        put(name, int.class, value);
    }

    @Override
    public void put(String name, long value) {
        put(name, long.class, value);
    }

    @Override
    public void put(String name, float value) {
        put(name, float.class, value);
    }

    @Override
    public void put(String name, double value) {
        put(name, double.class, value);
    }

    @Override
    public void put(String name, Object value) {
        put(name, null, value);
    }

    @Override
    @Deprecated
    public void write(java.io.ObjectOutput to) throws IOException {
        if (to != stream) {
            throw new IllegalArgumentException("wrong stream");
        }
        stream.writeFields();
    }

    void write() throws IOException {
        for (int i = 0; i < fields.length; i++) {
            if (fields[i].isPrimitive()) {
                int size = FieldAccess.sizeOf(fields[i].getTypeCode());
                stream.ensure(size);
                Defaults.put(fields[i].getTypeCode(), values[i], stream.bytes, stream.position);
                stream.position += size;
            }
        }
        for (int i = 0; i < fields.length; i++) {
            if (!fields[i].isPrimitive()) {
                stream.writeValue(values[i], fields[i].isUnshared());
            }
        }
    }
}
