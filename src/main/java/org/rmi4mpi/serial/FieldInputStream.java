package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.BLOCK;
import static org.rmi4mpi.wire.ObjectCodes.END;
import static org.rmi4mpi.wire.ObjectCodes.FIELDS;

import java.io.Externalizable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.NotActiveException;
import java.io.ObjectInputStream;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import org.rmi4mpi.wire.ObjectCodes;

/**
 * What the objects of an object stream consist of: their fields, what methods of their own read, and what a record is
 * made of; and which of them need a class that is not here. Owned by one thread. Source: Java Object Serialization
 * Specification, 1.13 and 3.1 to 3.6.
 */
abstract class FieldInputStream extends ClassInputStream {
    static final int NO_OBJECT = -1;
    private static final int FEW = 16;

    /** Of what was read last. */
    int last = NO_OBJECT;
    /** By handle; null while none is. */
    ClassNotFoundException[] missing;

    private boolean fieldsRead;
    private boolean plain;
    /** Whether the method that ended last has asked for its fields. */
    private boolean hookRead;
    /** Whether a record's constructor runs. */
    private boolean constructs;

    /** Of a stream of chunks. */
    FieldInputStream(InputStream in) throws IOException {
        super(in);
    }

    /** Of messages, one after the other. */
    FieldInputStream() throws IOException {}

    /** Reads what a field refers to. */
    abstract Object readReference(boolean unshared) throws IOException, ClassNotFoundException;

    /** Reads all fields; the primitive ones from where they are in the stream's bytes. */
    abstract void readBy(FieldCopier copier, Object object, int at, int handle)
            throws IOException, ClassNotFoundException;

    /** The same of a record, which is made of them. */
    abstract Object newRecordBy(FieldCopier copier, int at, int handle) throws Throwable;

    @Override
    final boolean isAfterPlainFields() {
        return inBlocks && plain && current != null;
    }

    @Override
    final boolean isWithoutFields() {
        return currentSlot != null && currentSlot.described() != null && currentSlot.described().fields.length == 0;
    }

    /** The class that is not here, of an object or of one that it needs; null where there is none. */
    final ClassNotFoundException missing(int handle) {
        return missing == null || handle == NO_OBJECT || handle >= missing.length ? null : missing[handle];
    }

    final void setMissing(int handle, ClassNotFoundException e) {
        if (e != null) {
            if (missing == null) {
                missing = new ClassNotFoundException[Math.max(FEW, handle + 1)];
            } else if (handle >= missing.length) {
                missing = Arrays.copyOf(missing, Math.max(2 * missing.length, handle + 1));
            }
            missing[handle] = e;
        }
    }

    /** An object that needs one which is missing is missing, too. */
    final void inherit(int dependent, int needed) {
        if (missing != null && dependent != NO_OBJECT && missing(dependent) == null) {
            setMissing(dependent, missing(needed));
        }
    }

    /** The object whose method runs has asked for what is missing. */
    final void lacks(ClassNotFoundException e) {
        if (last != NO_OBJECT && missing(last) == null) {
            setMissing(last, e);
        }
    }

    // ---- fields and methods of objects

    final void readSlots(Object object, StreamClass stream, int handle) throws IOException, ClassNotFoundException {
        for (StreamClass.Slot slot : stream.slots()) {
            StreamClass described = slot.described();
            if (described == null) {
                if (object != null && slot.local().readObjectNoData != null && missing(handle) == null) {
                    invokeHook(object, slot, handle, slot.local().readObjectNoData, false);
                }
                continue;
            }
            boolean reads = object != null && slot.isRead() && missing(handle) == null;
            boolean hooked = described.has(ObjectCodes.WRITE_METHOD);
            if (reads && slot.local().readObject != null) {
                readByHook(object, slot, handle, hooked);
            } else {
                readDefault(reads ? object : null, slot, handle, hooked);
            }
            last = handle;
        }
    }

    /** By the class's own readObject method. A writer without writeObject has left fields alone. */
    private void readByHook(Object object, StreamClass.Slot slot, int handle, boolean hooked)
            throws IOException, ClassNotFoundException {
        boolean outerPlain = plain;
        plain = !hooked;
        inBlocks = true;
        blockRest = 0;
        boolean read;
        try {
            read = invokeHook(object, slot, handle, slot.local().readObject, true);
        } finally {
            plain = outerPlain;
        }
        if (hooked) {
            StreamClass.Slot outer = currentSlot;
            currentSlot = slot;
            try {
                skipToEnd();
            } finally {
                currentSlot = outer;
            }
        } else {
            inBlocks = false;
            if (!read) {
                readFields(null, slot.described(), null);
            }
        }
    }

    /** Returns whether the method has asked for the fields. */
    private boolean invokeHook(Object object, StreamClass.Slot slot, int handle, MethodHandle method, boolean takesStream)
            throws IOException {
        Object outer = current;
        StreamClass.Slot outerSlot = currentSlot;
        boolean outerRead = fieldsRead;
        int outerHooks = hooksOfProgram;
        current = object;
        currentSlot = slot;
        fieldsRead = false;
        last = handle;
        if (isMessage() && !guarded) {
            guard();
        }
        if (!slot.local().isOfPlatform) {
            hooksOfProgram++;
        }
        try {
            if (takesStream) {
                method.invokeExact(object, (ObjectInputStream) this);
            } else {
                method.invokeExact(object);
            }
        } catch (ClassNotFoundException e) {
            setMissing(handle, e);
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException("unexpected exception type", e);
        } finally {
            boolean read = fieldsRead;
            current = outer;
            currentSlot = outerSlot;
            fieldsRead = outerRead;
            hooksOfProgram = outerHooks;
            hookRead = read;
        }
        return hookRead;
    }

    /** Fields as they are, and what a writeObject method has added passed over. */
    private void readDefault(Object object, StreamClass.Slot slot, int handle, boolean hooked)
            throws IOException, ClassNotFoundException {
        if (!hooked) {
            readPlainFields(object, slot, handle);
            return;
        }
        StreamClass.Slot outer = currentSlot;
        currentSlot = slot;
        inBlocks = true;
        blockRest = 0;
        try {
            if (enterWrittenFields()) {
                inBlocks = false;
                readPlainFields(object, slot, handle);
                inBlocks = true;
            }
            skipToEnd();
        } finally {
            currentSlot = outer;
        }
    }

    private void readPlainFields(Object object, StreamClass.Slot slot, int handle)
            throws IOException, ClassNotFoundException {
        if (object != null && slot.isSame()) {
            readSameFields(object, slot.local(), handle);
            return;
        }
        if (object != null && slot.targets() == null) {
            boolean outerPlain = plain;
            plain = true;
            boolean before = inBlocks;
            try {
                if (slot.local().defaultRead == null) {
                    readClosed(slot);
                    return;
                }
                invokeHook(object, slot, handle, slot.local().defaultRead, true);
            } finally {
                plain = outerPlain;
                inBlocks = before;
            }
            return;
        }
        readFields(object, slot.described(), slot.targets());
    }

    /** The JDK gives no way to the fields of the class. An object that gives another one in its place needs none. */
    private void readClosed(StreamClass.Slot slot) throws IOException, ClassNotFoundException {
        if (slot.local().readResolve == null) {
            throw new InvalidClassException(slot.local().type.getName(), "its module is closed to serializers");
        }
        readFields(null, slot.described(), null);
    }

    /** Of a class that has the fields that the writer's has. */
    final void readSameFields(Object object, ClassPlan plan, int handle) throws IOException, ClassNotFoundException {
        require(plan.primitiveBytes);
        position += plan.primitiveBytes;
        readBy(plan.copier, object, position - plan.primitiveBytes, handle);
        last = handle;
    }

    /**
     * Fields of one class, into an object or to nowhere.
     *
     * @param targets where those of an object go; null where to nowhere
     */
    private void readFields(Object object, StreamClass described, FieldAccess[] targets)
            throws IOException, ClassNotFoundException {
        int handle = last;
        require(described.primitiveBytes);
        int at = position;
        position += described.primitiveBytes;
        StreamClass.StreamField[] fields = described.fields;
        for (int i = 0; i < fields.length; i++) {
            FieldAccess target = targets == null ? null : targets[i];
            int size = fields[i].size();
            if (size > 0) {
                if (object != null && target != null) {
                    target.copyIn(object, bytes, at);
                }
                at += size;
                continue;
            }
            Object value = readReference(target != null && target.field.isUnshared());
            if (object != null && target != null) {
                inherit(handle, last);
                if (value != null && !target.field.getType().isInstance(value)) {
                    throw FieldCopier.cannotAssign(value, target.field, object.getClass(), object);
                }
                target.set(object, value);
            }
        }
        last = handle;
    }

    final void readExternalizable(Object object, int handle) throws IOException, ClassNotFoundException {
        Object outer = current;
        StreamClass.Slot outerSlot = currentSlot;
        boolean outerRead = fieldsRead;
        current = null;
        currentSlot = null;
        inBlocks = true;
        blockRest = 0;
        hooksOfProgram++;
        try {
            if (object != null) {
                ((Externalizable) object).readExternal(this);
            }
        } catch (ClassNotFoundException e) {
            setMissing(handle, e);
        } finally {
            current = outer;
            currentSlot = outerSlot;
            fieldsRead = outerRead;
            hooksOfProgram--;
        }
        skipToEnd();
        last = handle;
    }

    @Override
    final void skipToEnd() throws IOException, ClassNotFoundException {
        while (true) {
            if (blockRest > 0) {
                require(1);
                int step = Math.min(blockRest, limit - position);
                position += step;
                blockRest -= step;
                continue;
            }
            int code = peekCode();
            if (code == END) {
                position += 4;
                inBlocks = false;
                return;
            } else if (code == BLOCK) {
                enterBlock();
            } else if (code == FIELDS) {
                skipFields();
            } else {
                inBlocks = false;
                readReference(false);
                inBlocks = true;
            }
        }
    }

    /** Where no field is primitive what is written by default is what writeObject writes of each, and may be read so. */
    final boolean areFieldsObjects() {
        return currentSlot != null && currentSlot.described() != null && currentSlot.described().primitiveBytes == 0;
    }

    /** What a hook has left of its fields. */
    final void skipFields() throws IOException, ClassNotFoundException {
        readCode();
        if (currentSlot == null || currentSlot.described() == null) {
            throw corrupted("fields of no class");
        }
        boolean before = inBlocks;
        inBlocks = false;
        try {
            readFields(null, currentSlot.described(), null);
        } finally {
            inBlocks = before;
        }
    }

    // ---- records

    private Object readSameRecord(ClassPlan plan, int handle) throws IOException, ClassNotFoundException {
        require(plan.primitiveBytes);
        position += plan.primitiveBytes;
        constructs = false;
        try {
            Object made = newRecordBy(plan.copier, position - plan.primitiveBytes, handle);
            last = handle;
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

    /** Whether all that a record is made of is there. What is thrown from here on is its constructor's. */
    final boolean constructs(int handle) {
        constructs = missing(handle) == null;
        return constructs;
    }

    /** What the canonical constructor throws, of whatever type; also if an argument does not fit. */
    private static InvalidObjectException refused(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        InvalidObjectException invalid = new InvalidObjectException(e.getMessage());
        invalid.initCause(e);
        return invalid;
    }

    final Object readRecord(StreamClass stream, ClassPlan plan, int handle)
            throws IOException, ClassNotFoundException {
        StreamClass.Slot[] slots = stream.slots();
        if (slots.length == 1 && slots[0].isSame() && !slots[0].described().has(ObjectCodes.WRITE_METHOD)) {
            return readSameRecord(plan, handle);
        }
        Object[] arguments = plan.defaultArguments();
        for (StreamClass.Slot slot : slots) {
            if (slot.described() != null) {
                readRecordSlot(slot, plan, arguments, handle);
            }
        }
        if (missing(handle) != null) {
            return null;
        }
        try {
            return (Object) plan.canonicalConstructor.invokeExact(arguments);
        } catch (Throwable e) {
            throw refused(e);
        }
    }

    /** The writer may have the class as one that is no record, and has a writeObject method. */
    private void readRecordSlot(StreamClass.Slot slot, ClassPlan plan, Object[] arguments, int handle)
            throws IOException, ClassNotFoundException {
        if (!slot.described().has(ObjectCodes.WRITE_METHOD)) {
            readRecordFields(slot, plan, arguments, handle);
            return;
        }
        StreamClass.Slot outer = currentSlot;
        currentSlot = slot;
        try {
            if (peekCode() == FIELDS) {
                position += 4;
                readRecordFields(slot, plan, arguments, handle);
            }
            inBlocks = true;
            blockRest = 0;
            skipToEnd();
        } finally {
            currentSlot = outer;
        }
        last = handle;
    }

    private void readRecordFields(StreamClass.Slot slot, ClassPlan plan, Object[] arguments, int handle)
            throws IOException, ClassNotFoundException {
        StreamClass described = slot.described();
        require(described.primitiveBytes);
        int at = position;
        position += described.primitiveBytes;
        for (StreamClass.StreamField field : described.fields) {
            int component = slot.isRead() ? componentOf(plan, field.name()) : -1;
            if (field.size() > 0) {
                if (component >= 0) {
                    arguments[component] = Defaults.boxed(field.type(), bytes, at);
                }
                at += field.size();
            } else {
                Object value = readReference(false);
                if (component >= 0) {
                    inherit(handle, last);
                    arguments[component] = value;
                }
            }
        }
        last = handle;
    }

    private static int componentOf(ClassPlan plan, String name) {
        for (int i = 0; i < plan.components.length; i++) {
            if (plan.components[i].getName().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    // ---- fields, in hooks

    @Override
    public void defaultReadObject() throws IOException, ClassNotFoundException {
        takeFields();
        if (currentSlot.targets() == null && !currentSlot.isSame()) {
            fieldsRead = false;
            MethodHandle method = currentSlot.local().defaultRead;
            try {
                method.invokeExact(current, (ObjectInputStream) this);
            } catch (IOException | ClassNotFoundException | RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IOException("unexpected exception type", e);
            }
            return;
        }
        if (!enterFields()) {
            return;
        }
        int handle = last;
        try {
            if (currentSlot.isSame()) {
                readSameFields(current, currentSlot.local(), handle);
            } else {
                readFields(current, currentSlot.described(), currentSlot.targets());
            }
        } finally {
            inBlocks = true;
        }
        if (missing(handle) != null) {
            throw missing(handle);
        }
    }

    private void takeFields() throws NotActiveException {
        if (current == null || currentSlot.described() == null) {
            throw new NotActiveException("not in call to readObject");
        }
        if (fieldsRead) {
            throw new NotActiveException("not in readObject invocation or fields already read");
        }
        fieldsRead = true;
    }

    /** The same of a writeObject method, which may have written its fields, or objects in their place, or none. */
    private boolean enterWrittenFields() throws IOException {
        int code = peekCode();
        if (code == FIELDS) {
            position += 4;
            return true;
        }
        return code != END && code != BLOCK && areFieldsObjects();
    }

    /** Returns whether there are fields. */
    private boolean enterFields() throws IOException {
        if (!plain) {
            if (blockRest > 0) {
                throw corrupted("unread block data");
            }
            if (!enterWrittenFields()) {
                return false;
            }
        }
        inBlocks = false;
        return true;
    }

    @Override
    public GetField readFields() throws IOException, ClassNotFoundException {
        takeFields();
        StreamClass.Slot slot = currentSlot;
        if (!enterFields()) {
            return new GetFieldValues(this, slot, null, null);
        }
        StreamClass described = slot.described();
        int handle = last;
        byte[] primitives;
        Object[] values = new Object[described.references];
        try {
            require(described.primitiveBytes);
            primitives = Arrays.copyOfRange(bytes, position, position + described.primitiveBytes);
            position += described.primitiveBytes;
            for (int i = 0; i < values.length; i++) {
                Object value = readReference(false);
                values[i] = missing == null || missing(last) == null ? value
                        : new GetFieldValues.Missing(missing(last));
            }
        } finally {
            inBlocks = true;
        }
        last = handle;
        return new GetFieldValues(this, slot, primitives, values);
    }
}
