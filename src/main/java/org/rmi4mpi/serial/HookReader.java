package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.BLOCK;
import static org.rmi4mpi.wire.ObjectCodes.END;
import static org.rmi4mpi.wire.ObjectCodes.FIELDS;

import java.io.Externalizable;
import java.io.IOException;
import java.io.NotActiveException;
import java.io.ObjectInputStream;
import org.rmi4mpi.serial.BlockReader.Data;
import org.rmi4mpi.wire.ObjectCodes;

/**
 * Reads the data of an object class by class: by the hook method of the class, or field by field. Skips data that a
 * writer's hook wrote and no hook reads. Owned by one thread. Source: Java Object Serialization Specification, 3.1 to
 * 3.6.
 */
final class HookReader {
    private final ArrayCopyInputStream stream;
    private final InputBytes in;
    private final BlockReader blocks;
    private final FieldReader fields;
    private final FilterCheck filter;
    private final CallerClasses callers;
    private final MissingClasses missing;
    private final ObjectReader objects;
    /**
     * The frame of the active hook; the first frame belongs to none. A method that enters a frame restores the previous
     * one. It makes no calls for that, since the stack may be used up.
     */
    HookFrame frame = new HookFrame();

    HookReader(ArrayCopyInputStream stream, InputBytes in, ObjectReader objects) {
        this.stream = stream;
        this.in = in;
        this.objects = objects;
        blocks = objects.blocks;
        fields = objects.fields;
        filter = objects.filter;
        callers = objects.callers;
        missing = objects.missing;
    }

    // ---- the data of each class

    void read(Object object, StreamClass type, int handle) throws IOException, ClassNotFoundException {
        for (StreamClass.Slot slot : type.slots()) {
            StreamClass described = slot.described();
            if (described == null) {
                if (object != null && slot.local().readObjectNoData != null && missing.find(handle) == null) {
                    invoke(object, slot, handle, slot.local().readObjectNoData, false);
                }
                continue;
            }
            boolean reads = object != null && slot.isRead() && missing.find(handle) == null;
            boolean hooked = described.has(ObjectCodes.WRITE_METHOD);
            if (hooked) {
                filter.countHook();
            }
            if (reads && slot.local().readObject != null) {
                readByHook(object, slot, handle, hooked);
            } else if (hooked) {
                readByDefault(reads ? object : null, slot, handle);
            } else {
                readFields(reads ? object : null, slot, handle);
            }
            objects.last = handle;
        }
    }

    /** Reads by the readObject method of the class. A writer without writeObject wrote fields only. */
    private void readByHook(Object object, StreamClass.Slot slot, int handle, boolean hooked)
            throws IOException, ClassNotFoundException {
        blocks.begin(hooked ? Data.BLOCKS : Data.FIELDS_ALONE);
        boolean read = invoke(object, slot, handle, slot.local().readObject, true);
        if (hooked) {
            skipToEnd(slot);
        } else {
            blocks.data = Data.OBJECTS;
            if (!read) {
                fields.skip(slot.described());
            }
        }
    }

    /** Runs a hook method; returns whether it has asked for the fields. */
    private boolean invoke(Object object, StreamClass.Slot slot, int handle, HookMethod method, boolean takesStream)
            throws IOException {
        filter.guardMessage();
        HookFrame outer = frame;
        HookFrame entered = outer.enter(object, slot);
        int outerHooks = callers.hooksOfProgram;
        frame = entered;
        objects.last = handle;
        if (!slot.local().isOfPlatform) {
            callers.hooksOfProgram++;
        }
        try {
            if (takesStream) {
                method.handle().invokeExact(object, (ObjectInputStream) stream);
            } else {
                method.handle().invokeExact(object);
            }
        } catch (ClassNotFoundException e) {
            missing.set(handle, e);
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException("unexpected exception type", e);
        } finally {
            entered.object = null;
            entered.slot = null;
            frame = outer;
            callers.hooksOfProgram = outerHooks;
        }
        return entered.fieldsRead;
    }

    /**
     * Reads a class without readObject here: takes the fields that the writer's writeObject wrote, and skips other
     * data.
     */
    private void readByDefault(Object object, StreamClass.Slot slot, int handle)
            throws IOException, ClassNotFoundException {
        HookFrame outer = frame;
        HookFrame entered = outer.enter(null, slot);
        frame = entered;
        blocks.begin(Data.BLOCKS);
        try {
            if (enterWrittenFields()) {
                blocks.data = Data.OBJECTS;
                readFields(object, slot, handle);
                blocks.data = Data.BLOCKS;
            }
            skipToEnd();
        } finally {
            entered.slot = null;
            frame = outer;
        }
    }

    /** @param object null to skip the fields */
    private void readFields(Object object, StreamClass.Slot slot, int handle)
            throws IOException, ClassNotFoundException {
        if (object != null && slot.isSame()) {
            objects.readFields(object, slot.local(), handle);
            objects.last = handle;
        } else if (object == null || slot.targets() != null) {
            fields.read(object, slot.described(), slot.targets());
        } else if (slot.local().defaultRead == null) {
            fields.skipClosed(slot);
        } else {
            Data outer = blocks.data;
            blocks.data = Data.FIELDS_ALONE;
            try {
                invoke(object, slot, handle, slot.local().defaultRead, true);
            } finally {
                blocks.data = outer;
            }
        }
    }

    void readExternalizable(Object object, int handle) throws IOException, ClassNotFoundException {
        HookFrame outer = frame;
        frame = outer.enter(null, null);
        blocks.begin(Data.BLOCKS);
        filter.countExternal();
        callers.hooksOfProgram++;
        try {
            if (object != null) {
                ((Externalizable) object).readExternal(stream);
            }
        } catch (ClassNotFoundException e) {
            missing.set(handle, e);
        } finally {
            frame = outer;
            callers.hooksOfProgram--;
        }
        skipToEnd();
        objects.last = handle;
    }

    // ---- data that nobody reads

    /** Skips what follows the data that was read without a hook method, up to and with its end. */
    void skipRest() throws IOException, ClassNotFoundException {
        if (in.peekCode() == END) {
            in.position += 4;
            return;
        }
        HookFrame outer = frame;
        Data outerData = blocks.data;
        frame = outer.enter(null, null);
        blocks.begin(Data.BLOCKS);
        try {
            skipToEnd();
        } finally {
            frame = outer;
            blocks.data = outerData;
        }
    }

    /** Skips to the end of the data that writeObject wrote for the slot's class. */
    private void skipToEnd(StreamClass.Slot slot) throws IOException, ClassNotFoundException {
        HookFrame outer = frame;
        HookFrame entered = outer.enter(null, slot);
        frame = entered;
        try {
            skipToEnd();
        } finally {
            entered.slot = null;
            frame = outer;
        }
    }

    /** Skips to the end of the data that a hook method wrote. */
    void skipToEnd() throws IOException, ClassNotFoundException {
        while (true) {
            if (blocks.rest() > 0) {
                blocks.skipRest();
                continue;
            }
            int code = in.peekCode();
            if (code == END) {
                in.position += 4;
                blocks.data = Data.OBJECTS;
                return;
            } else if (code == BLOCK) {
                blocks.enterBlock();
            } else if (code == FIELDS) {
                skipFields();
            } else {
                blocks.data = Data.OBJECTS;
                objects.readReference(false);
                blocks.data = Data.BLOCKS;
            }
        }
    }

    /** Skips the default fields that the writer's hook wrote. */
    void skipFields() throws IOException, ClassNotFoundException {
        in.readCode();
        StreamClass described = frame.described();
        if (described == null) {
            throw InputBytes.corrupted("default fields without a class");
        }
        Data outer = blocks.data;
        blocks.data = Data.OBJECTS;
        try {
            fields.skip(described);
        } finally {
            blocks.data = outer;
        }
    }

    /** Whether the class has no fields. A FIELDS code in its data is skipped, since nothing follows it. */
    boolean isWithoutFields() {
        StreamClass described = frame.described();
        return described != null && described.fields.length == 0;
    }

    /**
     * Whether no field is primitive. Then default fields are the same as objects written one by one, and may be read
     * so.
     */
    boolean areFieldsObjects() {
        StreamClass described = frame.described();
        return described != null && described.primitiveBytes == 0;
    }

    // ---- requests of hook methods

    void defaultReadObject() throws IOException, ClassNotFoundException {
        HookFrame own = takeFields();
        StreamClass.Slot slot = own.slot;
        if (slot.targets() == null && !slot.isSame()) {
            own.fieldsRead = false; // the JDK's method takes them
            invokeDefault(own.object, slot.local().defaultRead);
            return;
        }
        Data outer = blocks.data;
        if (!enterFields()) {
            return;
        }
        int handle = objects.last;
        try {
            if (slot.isSame()) {
                objects.readFields(own.object, slot.local(), handle);
                objects.last = handle;
            } else {
                fields.read(own.object, slot.described(), slot.targets());
            }
        } finally {
            blocks.data = outer;
        }
        ClassNotFoundException absent = missing.find(handle);
        if (absent != null) {
            throw absent;
        }
    }

    private void invokeDefault(Object object, HookMethod method) throws IOException, ClassNotFoundException {
        try {
            method.handle().invokeExact(object, (ObjectInputStream) stream);
        } catch (IOException | ClassNotFoundException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException("unexpected exception type", e);
        }
    }

    ObjectInputStream.GetField readFields() throws IOException, ClassNotFoundException {
        StreamClass.Slot slot = takeFields().slot;
        Data outer = blocks.data;
        if (!enterFields()) {
            return new GetFieldValues(objects, slot, null, null);
        }
        try {
            return fields.values(slot);
        } finally {
            blocks.data = outer;
        }
    }

    private HookFrame takeFields() throws NotActiveException {
        if (frame.object == null || frame.described() == null) {
            throw new NotActiveException("not in call to readObject");
        }
        if (frame.fieldsRead) {
            throw new NotActiveException("not in readObject invocation or fields already read");
        }
        frame.fieldsRead = true;
        return frame;
    }

    /** Enters the fields; returns false if the writer wrote none. */
    private boolean enterFields() throws IOException {
        if (blocks.data != Data.FIELDS_ALONE) {
            if (blocks.rest() > 0) {
                throw InputBytes.corrupted("unread block data");
            }
            if (!enterWrittenFields()) {
                return false;
            }
        }
        blocks.data = Data.OBJECTS;
        return true;
    }

    /**
     * Enters the fields that a writeObject method wrote. The method may have written objects in their place, or
     * nothing.
     */
    private boolean enterWrittenFields() throws IOException {
        int code = in.peekCode();
        if (code == FIELDS) {
            in.position += 4;
            return true;
        }
        return code != END && code != BLOCK && areFieldsObjects();
    }
}
