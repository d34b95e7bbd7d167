package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;

/** Field values by name, collected until they are written. Owned by the stream. */
final class PutFieldValues extends ObjectOutputStream.PutField {
    private final ObjectWriter out;
    /** The fields, primitive ones first. */
    private final ObjectStreamField[] fields;
    /** The primitive values, in the format of the stream. */
    private final byte[] primitives;
    private final Object[] references;
    /** Index of the field that is probably put next. */
    private int next;

    PutFieldValues(ObjectWriter out, ClassPlan plan) {
        this.out = out;
        fields = plan.declared;
        primitives = new byte[plan.primitiveBytes];
        references = new Object[plan.references];
    }

    /** Offset of the field's value among the bytes, or its index among the references. */
    private int placeOf(String name, Class<?> type) {
        int at = next;
        for (int i = 0; i < fields.length; i++) {
            if (at == fields.length) {
                at = 0;
            }
            ObjectStreamField field = fields[at++];
            if (field.getName().equals(name) && (type == null ? !field.isPrimitive() : field.getType() == type)) {
                next = at;
                return field.getOffset();
            }
        }
        throw new IllegalArgumentException("no such field " + name + " with type "
                + (type == null ? Object.class : type));
    }

    @Override
    public void put(String name, boolean value) {
        primitives[placeOf(name, boolean.class)] = (byte) (value ? 1 : 0);
    }

    @Override
    public void put(String name, byte value) {
        primitives[placeOf(name, byte.class)] = value;
    }

    @Override
    public void put(String name, char value) {
        Bytes.putShort(primitives, placeOf(name, char.class), (short) value);
    }

    @Override
    public void put(String name, short value) {
        Bytes.putShort(primitives, placeOf(name, short.class), value);
    }

    @Override
    public void put(String name, int value) {
        Bytes.putInt(primitives, placeOf(name, int.class), value);
    }

    @Override
    public void put(String name, long value) {
        Bytes.putLong(primitives, placeOf(name, long.class), value);
    }

    @Override
    public void put(String name, float value) {
        Bytes.putInt(primitives, placeOf(name, float.class), Float.floatToRawIntBits(value));
    }

    @Override
    public void put(String name, double value) {
        Bytes.putLong(primitives, placeOf(name, double.class), Double.doubleToRawLongBits(value));
    }

    @Override
    public void put(String name, Object value) {
        references[placeOf(name, null)] = value;
    }

    @Override
    @Deprecated
    public void write(java.io.ObjectOutput to) throws IOException {
        if (to != out.stream) {
            throw new IllegalArgumentException("wrong stream");
        }
        for (ObjectStreamField field : fields) {
            if (!field.isPrimitive()) {
                continue;
            }
            int at = field.getOffset();
            switch (Primitive.sizeOf(field.getTypeCode())) {
                case 1 -> to.writeByte(primitives[at]);
                case 2 -> to.writeShort(Bytes.getShort(primitives, at));
                case 4 -> to.writeInt(Bytes.getInt(primitives, at));
                default -> to.writeLong(Bytes.getLong(primitives, at));
            }
        }
        for (int i = 0; i < references.length; i++) {
            if (fields[fields.length - references.length + i].isUnshared()) {
                throw new IOException("cannot write unshared object");
            }
            to.writeObject(references[i]);
        }
    }

    void write() throws IOException {
        out.ensure(primitives.length);
        System.arraycopy(primitives, 0, out.bytes, out.position, primitives.length);
        out.position += primitives.length;
        int first = fields.length - references.length;
        for (int i = 0; i < references.length; i++) {
            out.writeValue(references[i], fields[first + i].isUnshared());
        }
    }
}
