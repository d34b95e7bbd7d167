package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.InvalidClassException;
import java.util.Arrays;

/**
 * Reads the fields that a writer's class has, which may be others than those of the class here. Owned by one thread.
 * Source: Java Object Serialization Specification, 3.1 and 5.
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

    /** Where the primitive ones stand, which are passed over. */
    private int takePrimitives(StreamClass described) throws IOException {
        in.require(described.primitiveBytes);
        in.position += described.primitiveBytes;
        return in.position - described.primitiveBytes;
    }

    /**
     * Fields of one class of the object that was begun last.
     *
     * @param object null where they are passed over; others may refer to what they refer to
     * @param targets where each of them goes, null where to nowhere; null where all do
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

    /** The JDK gives no way to the fields of the class. An object that gives another one in its place needs none. */
    void skipClosed(StreamClass.Slot slot) throws IOException, ClassNotFoundException {
        if (slot.local().readResolve == null) {
            throw new InvalidClassException(slot.local().type.getName(), "its module is closed to serializers");
        }
        skip(slot.described());
    }

    /** Of the object that was begun last, for its method to ask for. */
    GetFieldValues values(StreamClass.Slot slot) throws IOException, ClassNotFoundException {
        StreamClass described = slot.described();
        int handle = objects.last;
        Object[] values = new Object[described.references];
        int at = takePrimitives(described);
        byte[] primitives = Arrays.copyOfRange(in.bytes, at, at + described.primitiveBytes);
        for (int i = 0; i < values.length; i++) {
            Object value = objects.readReference(false);
            ClassNotFoundException absent = missing.of(objects.last);
            values[i] = absent == null ? value : new GetFieldValues.Missing(absent);
        }
        objects.last = handle;
        return new GetFieldValues(objects, slot, primitives, values);
    }
}
