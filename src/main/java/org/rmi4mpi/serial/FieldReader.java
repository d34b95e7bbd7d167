package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.InvalidClassException;
import java.util.Arrays;

/**
 * Reads the fields of a writer's class, which may differ from those of the local class. Owned by one thread. Source:
 * Java Object Serialization Specification, 3.1 and 5.
 */
final class FieldReader {
    private final InputBytes in;
    private final MissingClasses missing;
    private final ObjectReader objects;

    FieldReader(InputBytes in, MissingClasses missing, ObjectReader objects) {
        this.in = in;
        this.missing = missing;
        this.objects = objects;
    }

    /** Skips the primitive fields, and returns their position. */
    private int takePrimitives(StreamClass described) throws IOException {
        in.require(described.primitiveBytes);
        in.position += described.primitiveBytes;
        return in.position - described.primitiveBytes;
    }

    /**
     * Reads the fields of one class of the object that was begun last.
     *
     * @param object null to skip the fields; later references may point into the skipped data
     * @param targets the local field for each field of the stream, null for none; a null array drops all values
     */
    void read(Object object, StreamClass described, FieldAccess[] targets) throws IOException, ClassNotFoundException {
        int handle = objects.last;
        int at = takePrimitives(described);
        StreamClass.StreamField[] fields = described.fields;
        for (int i = 0; i < fields.length; i++) {
            FieldAccess target = targets == null ? null : targets[i];
            int size = fields[i].size();
            if (size > 0) {
                if (object != null && target != null) {
                    target.copyIn(object, in.bytes, at);
                }
                at += size;
                continue;
            }
            Object value = objects.readReference(target != null && target.field.isUnshared());
            if (object != null && target != null) {
                missing.inherit(handle, objects.last);
                if (value != null && !target.field.getType().isInstance(value)) {
                    throw FieldCopier.cannotAssign(value, target.field, object.getClass(), object);
                }
                target.set(object, value);
            }
        }
        objects.last = handle;
    }

    void skip(StreamClass described) throws IOException, ClassNotFoundException {
        read(null, described, null);
    }

    /**
     * Skips fields that the JDK gives no access to. An object that is replaced by its readResolve does not need them.
     */
    void skipClosed(StreamClass.Slot slot) throws IOException, ClassNotFoundException {
        if (slot.local().readResolve == null) {
            throw new InvalidClassException(slot.local().type.getName(), "its module is closed to serializers");
        }
        skip(slot.described());
    }

    /** Reads the fields of the object that was begun last, for its readObject to query. */
    GetFieldValues values(StreamClass.Slot slot) throws IOException, ClassNotFoundException {
        StreamClass described = slot.described();
        int handle = objects.last;
        Object[] values = new Object[described.references];
        int at = takePrimitives(described);
        byte[] primitives = Arrays.copyOfRange(in.bytes, at, at + described.primitiveBytes);
        for (int i = 0; i < values.length; i++) {
            Object value = objects.readReference(false);
            ClassNotFoundException absent = missing.find(objects.last);
            values[i] = absent == null ? value : new GetFieldValues.Missing(absent);
        }
        objects.last = handle;
        return new GetFieldValues(objects, slot, primitives, values);
    }
}
