package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.END;
import static org.rmi4mpi.wire.ObjectCodes.FIELDS;

import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotActiveException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;

/**
 * Writes the data of an object class by class: by the hook method of the class, or field by field. Owned by one thread.
 * Source: Java Object Serialization Specification, 2.1 to 2.6.
 */
final class HookWriter {
    private final ObjectWriter out;
    /** The object whose writeObject method runs. */
    private Object current;
    private ClassPlan currentPlan;
    private PutFieldValues currentFields;
    /** Whether this method has written its fields, or begun to put them. */
    private boolean fieldsTaken;
    /** Whether putFields writes the fields of a class that has no writeObject. */
    private boolean plain;

    HookWriter(ObjectWriter out) {
        this.out = out;
    }

    /** Whether a writeObject method runs. */
    boolean isActive() {
        return current != null;
    }

    /** Leaves all active hook methods. */
    void leaveAll() {
        current = null;
        currentPlan = null;
        currentFields = null;
        plain = false;
    }

    void writeExternalizable(Externalizable object) throws IOException {
        Object outer = current;
        ClassPlan outerPlan = currentPlan;
        PutFieldValues outerFields = currentFields;
        current = null;
        currentPlan = null;
        currentFields = null;
        out.inBlocks = true;
        try {
            object.writeExternal(out.stream);
        } finally {
            out.inBlocks = false;
            current = outer;
            currentPlan = outerPlan;
            currentFields = outerFields;
        }
        out.closeBlock();
        out.putCode(END);
    }

    void write(Object object, ClassPlan plan) throws IOException {
        if (plan.parent != null) {
            write(object, plan.parent);
        }
        if (plan.defect != null) {
            throw new InvalidClassException(plan.type.getName(), plan.defect);
        } else if (plan.writeObject == null) {
            writeFields(object, plan);
        } else {
            enterHook(object, plan, false, plan.writeObject);
            out.closeBlock();
            out.putCode(END);
        }
    }

    /** Runs a method that takes the object and this stream, and may ask for the fields. */
    private void enterHook(Object object, ClassPlan plan, boolean plainFields, HookMethod method)
            throws IOException {
        Object outer = current;
        ClassPlan outerPlan = currentPlan;
        PutFieldValues outerFields = currentFields;
        boolean outerTaken = fieldsTaken;
        boolean outerPlain = plain;
        boolean before = out.inBlocks;
        current = object;
        currentPlan = plan;
        currentFields = null;
        fieldsTaken = false;
        plain = plainFields;
        out.inBlocks = !plainFields;
        try {
            method.handle().invokeExact(object, (ObjectOutputStream) out.stream);
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException("unexpected exception type", e);
        } finally {
            out.inBlocks = before;
            plain = outerPlain;
            fieldsTaken = outerTaken;
            current = outer;
            currentPlan = outerPlan;
            currentFields = outerFields;
        }
    }

    /** Writes the fields of one class of the object. */
    void writeFields(Object object, ClassPlan plan) throws IOException {
        FieldCopier copier = plan.copier;
        if (copier == null || plan.refusal != null) {
            writeFieldsOtherwise(object, plan);
            return;
        }
        out.ensure(plan.primitiveBytes);
        out.position += plan.primitiveBytes;
        try {
            copier.write(object, out.bytes, out.position - plan.primitiveBytes, out);
        } catch (NotSerializableException e) {
            throw out.path.addField(e, plan, object);
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

    // ---- fields, for hook methods

    void defaultWriteObject() throws IOException {
        takeFields();
        if (currentPlan.copier == null) {
            enterHook(current, currentPlan, false, currentPlan.defaultWrite);
            return;
        }
        out.closeBlock();
        out.putCode(FIELDS);
        out.inBlocks = false;
        try {
            writeFields(current, currentPlan);
        } finally {
            out.inBlocks = true;
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

    ObjectOutputStream.PutField putFields() throws IOException {
        if (currentFields == null) {
            takeFields();
            currentFields = new PutFieldValues(out, currentPlan);
        }
        return currentFields;
    }

    void writePutFields() throws IOException {
        if (currentFields == null) {
            throw new NotActiveException("no current PutField object");
        }
        out.closeBlock();
        if (!plain) {
            out.putCode(FIELDS);
        }
        boolean before = out.inBlocks;
        out.inBlocks = false;
        try {
            currentFields.write();
        } finally {
            out.inBlocks = before;
        }
    }
}
