package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.FIELDS;

import java.io.IOException;
import java.io.InvalidObjectException;
import org.rmi4mpi.wire.ObjectCodes;

/**
 * Reads records: first the values of all components, then the constructor. {@link ObjectReader} calls their readResolve,
 * as that of other objects. Owned by one thread. Source: Java Object Serialization Specification, 1.13.
 */
final class RecordReader {
    private final InputBytes in;
    private final MissingClasses missing;
    private final ObjectReader objects;
    /** Whether the constructor of a record is running. */
    private boolean constructs;

    RecordReader(InputBytes in, MissingClasses missing, ObjectReader objects) {
        this.in = in;
        this.missing = missing;
        this.objects = objects;
    }

    /** Returns null if a class that the record needs is missing here. */
    Object read(StreamClass stream, ClassPlan plan, int handle) throws IOException, ClassNotFoundException {
        StreamClass.Slot[] slots = stream.slots();
        if (slots.length == 1 && slots[0].isSame() && !slots[0].described().has(ObjectCodes.WRITE_METHOD)) {
            return readSame(plan, handle);
        }
        Object[] arguments = plan.defaultArguments();
        for (StreamClass.Slot slot : slots) {
            if (slot.described() != null) {
                readSlot(slot, plan, arguments, handle);
            }
        }
        if (missing.find(handle) != null) {
            return null;
        }
        try {
            return plan.newRecord(arguments);
        } catch (Throwable e) {
            throw refused(e);
        }
    }

    private Object readSame(ClassPlan plan, int handle) throws IOException, ClassNotFoundException {
        in.require(plan.primitiveBytes);
        in.position += plan.primitiveBytes;
        constructs = false;
        try {
            Object made = plan.copier.newRecord(in.bytes, in.position - plan.primitiveBytes, objects, handle);
            objects.last = handle;
            return made;
        } catch (IOException | ClassNotFoundException | RuntimeException | Error e) {
            if (!constructs) {
                throw e;
            }
            throw refused(e);
        } catch (Throwable e) {
            throw refused(e);
        } finally {
            constructs = false;
        }
    }

    /** Whether the record can be created. Exceptions from here on come from its constructor. */
    boolean constructs(int handle) {
        constructs = missing.find(handle) == null;
        return constructs;
    }

    /** Wraps an exception of the canonical constructor, or of an argument that does not fit. */
    private static InvalidObjectException refused(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        InvalidObjectException invalid = new InvalidObjectException(e.getMessage());
        invalid.initCause(e);
        return invalid;
    }

    /** Reads the data of one class. At the writer the class may be no record, and have a writeObject method. */
    private void readSlot(StreamClass.Slot slot, ClassPlan plan, Object[] arguments, int handle)
            throws IOException, ClassNotFoundException {
        if (!slot.described().has(ObjectCodes.WRITE_METHOD)) {
            readFields(slot, plan, arguments, handle);
            return;
        }
        HookReader hooks = objects.hooks;
        HookFrame outer = hooks.frame;
        HookFrame entered = outer.enter(null, slot);
        hooks.frame = entered;
        try {
            if (in.peekCode() == FIELDS) {
                in.position += 4;
                readFields(slot, plan, arguments, handle);
            }
            objects.blocks.begin(BlockReader.Data.BLOCKS);
            hooks.skipToEnd();
        } finally {
            entered.slot = null;
            hooks.frame = outer;
        }
        objects.last = handle;
    }

    private void readFields(StreamClass.Slot slot, ClassPlan plan, Object[] arguments, int handle)
            throws IOException, ClassNotFoundException {
        StreamClass described = slot.described();
        in.require(described.primitiveBytes);
        int at = in.position;
        in.position += described.primitiveBytes;
        for (StreamClass.StreamField field : described.fields) {
            int component = slot.isRead() ? plan.componentOf(field.name()) : -1;
            if (field.size() > 0) {
                if (component >= 0) {
                    arguments[component] = Primitive.ofLetter(field.type()).read(in.bytes, at);
                }
                at += field.size();
            } else {
                Object value = objects.readReference(false);
                if (component >= 0) {
                    missing.inherit(handle, objects.last);
                    arguments[component] = value;
                }
            }
        }
        objects.last = handle;
    }
}
