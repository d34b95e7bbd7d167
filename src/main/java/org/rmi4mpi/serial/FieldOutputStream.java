package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.END;
import static org.rmi4mpi.wire.ObjectCodes.FIELDS;

import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotActiveException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;

/**
 * Writes the content of objects: their fields, and the data of their hook methods. Owned by one thread. Source: Java
 * Object Serialization Specification, 2.1 to 2.6.
 */
abstract class FieldOutputStream extends ClassOutputStream {
    /** The object whose writeObject method runs. */
    Object current;
    private ClassPlan currentPlan;
    private PutFieldValues currentFields;
    /** Whether this method has written its fields, or begun to put them. */
    private boolean fieldsTaken;
    /** Whether putFields writes the fields of a class that has no writeObject. */
    private boolean plain;
    /**
     * The object that an exception prevented from being written. The exception is on its way to the objects that refer
     * to it.
     */
    Object notWritten;

    /** Creates a stream of chunks. */
    FieldOutputStream(OutputStream out) throws IOException {
        super(out);
    }

    /** Creates a stream that writes messages, one after the other. */
    FieldOutputStream() throws IOException {}

    /** Writes the value of a reference field. */
    abstract void writeValue(Object value, boolean unshared) throws IOException;

    /** Writes all fields. There is room for the primitive ones at {@code at}. */
    abstract void writeBy(FieldCopier copier, Object object, int at) throws IOException;

    /** Leaves all active hook methods. */
    final void leaveHooks() {
        current = null;
        currentPlan = null;
        currentFields = null;
        plain = false;
        notWritten = null;
    }

    final void writeExternalizable(Externalizable object) throws IOException {
        Object outer = current;
        ClassPlan outerPlan = currentPlan;
        PutFieldValues outerFields = currentFields;
        current = null;
        currentPlan = null;
        currentFields = null;
        inBlocks = true;
        try {
            object.writeExternal(this);
        } finally {
            inBlocks = false;
            current = outer;
            currentPlan = outerPlan;
            currentFields = outerFields;
        }
        closeBlock();
        putCode(END);
    }

    final void writeSlots(Object object, ClassPlan plan) throws IOException {
        if (plan.parent != null) {
            writeSlots(object, plan.parent);
        }
        if (plan.defect != null) {
            throw new InvalidClassException(plan.type.getName(), plan.defect);
        } else if (plan.writeObject == null) {
            writeFields(object, plan);
        } else {
            enterHook(object, plan, false, plan.writeObject);
            closeBlock();
            putCode(END);
        }
    }

    /** Runs a method that takes the object and this stream, and may ask for the fields. */
    private void enterHook(Object object, ClassPlan plan, boolean plainFields, MethodHandle method)
            throws IOException {
        Object outer = current;
        ClassPlan outerPlan = currentPlan;
        PutFieldValues outerFields = currentFields;
        boolean outerTaken = fieldsTaken;
        boolean outerPlain = plain;
        boolean before = inBlocks;
        current = object;
        currentPlan = plan;
        currentFields = null;
        fieldsTaken = false;
        plain = plainFields;
        inBlocks = !plainFields;
        try {
            method.invokeExact(object, (ObjectOutputStream) this);
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException("unexpected exception type", e);
        } finally {
            inBlocks = before;
            plain = outerPlain;
            fieldsTaken = outerTaken;
            current = outer;
            currentPlan = outerPlan;
            currentFields = outerFields;
        }
    }

    /** Writes the fields of one class of the object. */
    final void writeFields(Object object, ClassPlan plan) throws IOException {
        FieldCopier copier = plan.copier;
        if (copier == null || plan.refusal != null) {
            writeFieldsOtherwise(object, plan);
            return;
        }
        ensure(plan.primitiveBytes);
        position += plan.primitiveBytes;
        try {
            writeBy(copier, object, position - plan.primitiveBytes);
        } catch (NotSerializableException e) {
            throw at(e, plan, object);
        }
    }

    private void writeFieldsOtherwise(Object object, ClassPlan plan) throws IOException {
        if (plan.refusal != null) {
            throw new InvalidClassException(plan.type.getName(), plan.refusal);
        } else if (plan.defaultWrite == null) {
            throw new InvalidClassException(plan.type.getName(), "its module is closed to serializers");
        }
        enterHook(object, plan, true, plan.defaultWrite);
    }

    /** Adds the field that refers to the object that was not written. */
    final NotSerializableException located(NotSerializableException e, Object original, Object written) {
        NotSerializableException located = e;
        ClassPlan[] plans = ClassPlan.of(written.getClass()).plain;
        for (int i = 0; plans != null && i < plans.length && located == e; i++) {
            located = at(e, plans[i], written);
        }
        notWritten = original;
        return located;
    }

    /** Adds the field that refers to the object that was not written, if it is one of this class. */
    private NotSerializableException at(NotSerializableException e, ClassPlan plan, Object object) {
        for (int i = plan.fields.length - plan.references; notWritten != null && i < plan.fields.length; i++) {
            if (plan.fields[i].get(object) == notWritten) {
                notWritten = null;
                ObjectStreamField field = plan.fields[i].field;
                return at(e, "field (class \"" + plan.type.getName() + "\", name: \"" + field.getName()
                        + "\", type: \"" + field.getType().getName() + "\")");
            }
        }
        return e;
    }

    /** Adds a step to the path to the object that is not serializable. Leaves exceptions of the program unchanged. */
    static NotSerializableException at(NotSerializableException e, String step) {
        if (e.getClass() != NotSerializableException.class || e.getCause() != null) {
            return e;
        }
        NotSerializableException longer = new NotSerializableException(e.getMessage() + "\n\t- " + step);
        longer.setStackTrace(e.getStackTrace());
        return longer;
    }

    // ---- fields, for hook methods

    @Override
    public void defaultWriteObject() throws IOException {
        takeFields();
        if (currentPlan.copier == null) {
            enterHook(current, currentPlan, false, currentPlan.defaultWrite);
            return;
        }
        closeBlock();
        putCode(FIELDS);
        inBlocks = false;
        try {
            writeFields(current, currentPlan);
        } finally {
            inBlocks = true;
        }
    }

    private void takeFields() throws NotActiveException {
        if (current == null) {
            throw new NotActiveException("not in call to writeObject");
        } else if (fieldsTaken) {
            throw new NotActiveException("fields already written");
        }
        fieldsTaken = true;
    }

    @Override
    public PutField putFields() throws IOException {
        if (currentFields == null) {
            takeFields();
            currentFields = new PutFieldValues(this, currentPlan);
        }
        return currentFields;
    }

    @Override
    public void writeFields() throws IOException {
        if (currentFields == null) {
            throw new NotActiveException("no current PutField object");
        }
        closeBlock();
        if (!plain) {
            putCode(FIELDS);
        }
        boolean before = inBlocks;
        inBlocks = false;
        try {
            currentFields.write();
        } finally {
            inBlocks = before;
        }
    }
}
