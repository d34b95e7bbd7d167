package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.CLASS;
import static org.rmi4mpi.wire.ObjectCodes.DESCRIPTION;
import static org.rmi4mpi.wire.ObjectCodes.FIRST_CLASS;
import static org.rmi4mpi.wire.ObjectCodes.NULL;

import java.io.Externalizable;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.rmi.Remote;
import java.util.function.Function;

/**
 * Writes an object and everything that it refers to. It owns the other writers of a stream, one for each part of the
 * format, and their shared state: the level, and the plans of the last classes. It extends {@link OutputBytes} for
 * speed: each field of an object is written there. {@link ObjectReader} reads its output. Owned by one thread. Source:
 * Java Object Serialization Specification, 2.1.
 */
final class ObjectWriter extends OutputBytes implements ShortForm.Writer {
    private static final ClassPlan STRINGS = ClassPlan.of(String.class);

    final ArrayCopyOutputStream stream;
    final HandleTable handles = new HandleTable();
    final NotSerializablePath path = new NotSerializablePath();
    final Replacements replacements = new Replacements(this);
    final ClassWriter classes = new ClassWriter(this);
    final HookWriter hooks = new HookWriter(this);
    final DeepGraphWriter later = new DeepGraphWriter(this);
    final ElementWriter elements = new ElementWriter(this);
    final WriteCalls calls = new WriteCalls(this);

    /** Whether to call the stream's replaceObject. */
    boolean replaces;
    /** Nesting level of the current object, and the level at which the deferred objects began. */
    int level;
    int baseLevel;
    /** Number of active objects that must be complete before their reader may go on. */
    int strict;

    /** The plan of an object that was written earlier. */
    private ClassPlan recent = ClassPlan.NONE;
    /** The last plan at top level. Holds only plans of lasting classes. */
    final ClassPlan[] atTop = {ClassPlan.NONE};
    /** The last plan within collections and arrays. Holds only plans of lasting classes. */
    final ClassPlan[] within = {ClassPlan.NONE};

    /** Creates the writer of a stream of chunks. */
    ObjectWriter(ArrayCopyOutputStream stream, OutputStream out) {
        super(out);
        this.stream = stream;
    }

    /** Creates the writer of messages, one after the other. */
    ObjectWriter(ArrayCopyOutputStream stream) {
        this.stream = stream;
    }

    /** @param ofRemotes maps a remote object to its replacement; null to write remote objects unchanged */
    void begin(MessageMemory memory, SentClasses peerClasses, Function<Remote, ?> ofRemotes) {
        begin(memory);
        classes.begin(peerClasses);
        replacements.begin(ofRemotes);
    }

    @Override
    void end() {
        clear();
        classes.end();
        super.end();
    }

    /** Resets the table of objects. A stream of chunks resets its classes too. */
    void clear() {
        if (!isMessage) {
            classes.clear();
        }
        handles.clear();
        if (recent != ClassPlan.NONE) {
            recent = ClassPlan.NONE;
        }
        replacements.clear();
    }

    /** Drops the objects of a call that has failed. */
    void giveUp() {
        level = 0;
        baseLevel = 0;
        strict = 0;
        hooks.leaveAll();
        path.end();
        later.giveUp();
    }

    /** Writes an object at top level. */
    void writeRoot(Object object, boolean unshared) throws IOException {
        level = 0; // a hook may have caught an exception from deeper levels and gone on
        baseLevel = 0;
        strict = 0;
        writeReference(object, unshared, atTop, 0);
        later.writeAnnounced();
    }

    /** Writes an element of a collection or an array. Most elements have the class of the previous one. */
    @Override
    public void writeElement(Object element) throws IOException {
        if (element instanceof String text) {
            writeText(text);
        } else {
            writeReference(element, false, within, 0);
        }
    }

    void writeText(String text) throws IOException {
        if (text == null) {
            putCode(NULL);
        } else if (replaces) {
            writeReference(text, false, within, 0);
        } else {
            int handle = handles.findOrAdd(text);
            if (handle >= 0) {
                putCode(~handle);
            } else {
                putString(text);
            }
        }
    }

    /** Writes the value of a reference field. */
    void writeValue(Object value, boolean unshared) throws IOException {
        writeReference(value, unshared, within, 0);
    }

    /**
     * Writes a reference. This is one recursive method, too large to be inlined: where the compiler could inline it
     * into its callees, compiling took more than a second, and the code was slower.
     *
     * @param seen the plan cache of the call site, at index {@code at}
     */
    void writeReference(Object original, boolean unshared, ClassPlan[] seen, int at) throws IOException {
        if (original instanceof String text && !unshared && !replaces) {
            writeText(text);
            return;
        } else if (original == null) {
            putCode(NULL);
            return;
        }
        Object object = original;
        try {
            Class<?> type = object.getClass();
            ClassPlan plan = seen[at];
            if (plan.type != type) {
                plan = planOf(type, seen, at);
            }
            if (plan.isSingle && !replaces && !unshared && level - baseLevel < DeepGraphWriter.DEEP) {
                writeSingle(object, plan);
                return;
            }
            if (plan.shortForm != null && !replaces && !unshared && plan.shortForm.fits(object)) {
                writeShort(object, plan.shortForm);
                return;
            }
            if (replaces || plan.isSpecial) {
                object = replacements.replace(object, plan, unshared);
                if (object == null) {
                    putCode(NULL);
                    return;
                }
                plan = ClassPlan.of(object.getClass());
                if (plan.kind == ClassPlan.Kind.NOT_SERIALIZABLE) {
                    throw new NotSerializableException(plan.type.getName());
                }
            }
            int handle = -1;
            if (unshared) {
                handles.skip();
            } else {
                handle = handles.findOrAdd(object);
            }
            if (handle >= 0) {
                putCode(~handle);
                return;
            } else if (plan == STRINGS) {
                putString((String) object);
                return;
            } else if (plan.kind == ClassPlan.Kind.ENUM) {
                classes.write(plan.constants);
                putCode(((Enum<?>) object).ordinal());
                return;
            } else if (plan.elements != null) {
                elements.writePrimitives(object, plan);
                return;
            } else if (plan.plain == null || level - baseLevel >= DeepGraphWriter.DEEP) {
                if (unshared) {
                    writeUnsharedNew(object, plan);
                } else {
                    writeNew(object, plan);
                }
                return;
            }
            classes.write(plan);
            if (plan.codec != null) {
                plan.codec.write(object, this);
                return;
            }
            level++;
            for (ClassPlan each : plan.plain) {
                int size = each.primitiveBytes;
                if (size > bytes.length - position) {
                    ensure(size);
                }
                position += size;
                each.copier.write(object, bytes, position - size, this);
            }
            level--;
        } catch (NotSerializableException e) {
            throw path.pass(e, original, object);
        }
    }

    /** Writes an object that is only a value or the fields of one class, and that nothing replaces. */
    private void writeSingle(Object object, ClassPlan plan) throws IOException {
        int handle = handles.findOrAdd(object);
        if (handle >= 0) {
            putCode(~handle);
            return;
        }
        int size = plan.codec == null ? plan.primitiveBytes : 0;
        int code = classes.codeOf(plan);
        if (code >= FIRST_CLASS) {
            ensure(4L + size);
            Bytes.putInt(bytes, position, code);
            position += 4 + size;
        } else {
            classes.write(plan);
            ensure(size);
            position += size;
        }
        if (plan.codec != null) {
            plan.codec.write(object, this);
            return;
        }
        level++;
        plan.copier.write(object, bytes, position - size, this);
        level--;
    }

    /** Writes the bytes that hook methods would write. */
    private void writeShort(Object object, ShortForm form) throws IOException {
        int handle = handles.findOrAdd(object);
        if (handle >= 0) {
            putCode(~handle);
            return;
        }
        ClassPlan written = ClassPlan.of(form.written());
        later.enter(object, written);
        classes.write(written);
        form.write(object, this, this);
        later.leave(written);
    }

    @Override
    public void beginBytes() throws IOException {
        handles.skip();
        classes.write(ClassPlan.of(byte[].class));
    }

    private ClassPlan planOf(Class<?> type, ClassPlan[] seen, int at) {
        if (recent.type != type) {
            recent = ClassPlan.of(type);
        }
        if (recent.isLasting) {
            seen[at] = recent;
        }
        return recent;
    }

    /** Writes an object that has no handle yet. */
    private void writeNew(Object object, ClassPlan plan) throws IOException {
        if (later.isAnnounced(plan)) {
            later.announce(object, plan);
            return;
        }
        later.enter(object, plan);
        switch (plan.kind) {
            case ORDINARY -> {
                classes.write(plan);
                if (plan.codec != null) {
                    plan.codec.write(object, this);
                } else {
                    hooks.write(object, plan);
                }
            }
            case ARRAY -> {
                classes.write(plan);
                Object[] array = (Object[]) object;
                putCode(array.length);
                elements.writeAll(array);
            }
            case RECORD -> {
                classes.write(plan);
                hooks.writeFields(object, plan);
            }
            case EXTERNALIZABLE -> {
                classes.write(plan);
                hooks.writeExternalizable((Externalizable) object);
            }
            case CLASS -> {
                putCode(CLASS);
                classes.write(ClassPlan.of((Class<?>) object));
            }
            case DESCRIPTION -> {
                putCode(DESCRIPTION);
                classes.writeDescription((ObjectStreamClass) object);
            }
            default -> throw new NotSerializableException(plan.type.getName());
        }
        later.leave(plan);
    }

    /** Does not defer the object: an unshared object that owns itself would be deferred again and again. */
    private void writeUnsharedNew(Object object, ClassPlan plan) throws IOException {
        int outer = baseLevel;
        baseLevel = level;
        writeNew(object, plan);
        baseLevel = outer;
    }
}
