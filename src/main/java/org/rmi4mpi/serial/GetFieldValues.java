package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.UncheckedIOException;

/** Field values by name, as the stream had them. Owned by the stream. */
final class GetFieldValues extends ObjectInputStream.GetField {
    /** From JDK 18 on, get throws for a missing class (JDK-8276665). */
    private static final boolean MISSING_ONES_ARE_NULL =
            Runtime.version().feature() < 18 || Boolean.getBoolean("jdk.serialGetFieldCnfeReturnsNull");
    private static final int DEFAULT = -1;

    /** Placeholder for a value whose class is missing here. */
    record Missing(ClassNotFoundException reason) {}

    private final ObjectReader objects;
    private final StreamClass.Slot slot;
    /** Null if the writer wrote no fields. */
    private final byte[] primitives;
    private final Object[] references;
    /** Index of the field that is probably asked for next. */
    private int next;

    /** @param primitives in the order of the stream's fields, like the references; null if there are none */
    GetFieldValues(ObjectReader objects, StreamClass.Slot slot, byte[] primitives, Object[] references) {
        this.objects = objects;
        this.slot = slot;
        this.primitives = primitives;
        this.references = references;
    }

    @Override
    public ObjectStreamClass getObjectStreamClass() {
        try {
            return slot.described().description();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Index among the stream's fields; negative if none has this name. */
    private int indexOf(String name) {
        StreamClass.StreamField[] fields = slot.described().fields;
        int at = next;
        for (int i = 0; i < fields.length; i++) {
            if (at == fields.length) {
                at = 0;
            }
            if (fields[at++].name().equals(name)) {
                next = at;
                return at - 1;
            }
        }
        return -1;
    }

    /**
     * Offset of the value among the bytes, or its index among the references; {@value #DEFAULT} if only the local class
     * has the field.
     */
    private int placeOf(String name, Class<?> type) {
        int index = indexOf(name);
        if (index < 0) {
            ObjectStreamField own = slot.local().description.getField(name);
            if (own == null || (type == null ? own.isPrimitive() : own.getType() != type)) {
                throw noSuchField(name, type);
            }
            return DEFAULT;
        }
        StreamClass.StreamField field = slot.described().fields[index];
        if (type == null ? field.size() > 0 : field.size() == 0 || Primitive.ofLetter(field.type()).type != type) {
            throw noSuchField(name, type);
        }
        return primitives == null ? DEFAULT : slot.described().places[index];
    }

    private static IllegalArgumentException noSuchField(String name, Class<?> type) {
        return new IllegalArgumentException("no such field " + name + " with type "
                + (type == null ? Object.class : type));
    }

    @Override
    public boolean defaulted(String name) {
        if (indexOf(name) >= 0) {
            return primitives == null;
        } else if (slot.local().description.getField(name) == null) {
            throw new IllegalArgumentException("no such field " + name);
        }
        return true;
    }

    @Override
    public boolean get(String name, boolean otherwise) {
        int place = placeOf(name, boolean.class);
        return place == DEFAULT ? otherwise : primitives[place] != 0;
    }

    @Override
    public byte get(String name, byte otherwise) {
        int place = placeOf(name, byte.class);
        return place == DEFAULT ? otherwise : primitives[place];
    }

    @Override
    public char get(String name, char otherwise) {
        int place = placeOf(name, char.class);
        return place == DEFAULT ? otherwise : (char) Bytes.getShort(primitives, place);
    }

    @Override
    public short get(String name, short otherwise) {
        int place = placeOf(name, short.class);
        return place == DEFAULT ? otherwise : Bytes.getShort(primitives, place);
    }

    @Override
    public int get(String name, int otherwise) {
        int place = placeOf(name, int.class);
        return place == DEFAULT ? otherwise : Bytes.getInt(primitives, place);
    }

    @Override
    public long get(String name, long otherwise) {
        int place = placeOf(name, long.class);
        return place == DEFAULT ? otherwise : Bytes.getLong(primitives, place);
    }

    @Override
    public float get(String name, float otherwise) {
        int place = placeOf(name, float.class);
        return place == DEFAULT ? otherwise : Float.intBitsToFloat(Bytes.getInt(primitives, place));
    }

    @Override
    public double get(String name, double otherwise) {
        int place = placeOf(name, double.class);
        return place == DEFAULT ? otherwise : Double.longBitsToDouble(Bytes.getLong(primitives, place));
    }

    @Override
    public Object get(String name, Object otherwise) {
        int place = placeOf(name, null);
        Object value = place == DEFAULT ? otherwise : references[place];
        if (!(value instanceof Missing missing)) {
            return value;
        }
        objects.missing.add(objects.last, missing.reason());
        if (!MISSING_ONES_ARE_NULL) {
            GetFieldValues.<RuntimeException>throwAny(missing.reason());
        }
        return null;
    }

    /** Throws an exception that only some JDKs declare for the method. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void throwAny(Throwable e) throws E {
        throw (E) e;
    }
}
