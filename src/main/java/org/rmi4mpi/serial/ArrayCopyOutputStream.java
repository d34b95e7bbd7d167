package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.CLASS;
import static org.rmi4mpi.wire.ObjectCodes.DESCRIPTION;
import static org.rmi4mpi.wire.ObjectCodes.FIRST_CLASS;
import static org.rmi4mpi.wire.ObjectCodes.MAGIC;
import static org.rmi4mpi.wire.ObjectCodes.NULL;
import static org.rmi4mpi.wire.ObjectCodes.RESET;
import static org.rmi4mpi.wire.ObjectCodes.VERSION;

import java.io.Externalizable;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.rmi.Remote;
import java.util.function.Function;
import org.rmi4mpi.wire.ObjectCodes;

/**
 * Writes objects. It can replace {@link ObjectOutputStream}, also where a program subclasses it, and {@link
 * ArrayCopyInputStream} reads its output. Only the format differs: values have a fixed width, so that fields and arrays
 * are copied rather than encoded ({@link ObjectCodes}).
 *
 * <p>Objects without hook methods may be nested to any depth: the writer defers those that are nested deeply. Objects
 * with hook methods may be nested {@value #DEEPEST} deep.
 */
public class ArrayCopyOutputStream extends FieldOutputStream {
    /** Maximum nesting of objects that are being written; the stack of a thread has room for them. */
    static final int DEEPEST = 1000;
    static final String TOO_DEEP =
            "objects nested more than " + DEEPEST + " deep, or deeper than the stack has room for";

    private static final ClassPlan STRINGS = ClassPlan.of(String.class);

    final HandleTable handles = new HandleTable();
    final DeepGraphWriter later = new DeepGraphWriter(this);
    final ElementWriter elements = new ElementWriter(this);
    private final Replacements replacements = new Replacements(this);
    private final AbortWriter aborts = new AbortWriter(this);
    /** Whether to call replaceObject. */
    boolean replaces;

    /** Number of active writeObject calls. */
    int depth;
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

    /** Writes the stream header. */
    @SuppressWarnings("this-escape") // as the JDK's own stream does
    public ArrayCopyOutputStream(OutputStream out) throws IOException {
        this(out, null);
    }

    /** @param remotes maps a remote object to its replacement; null to write remote objects unchanged */
    @SuppressWarnings("this-escape")
    ArrayCopyOutputStream(OutputStream out, Function<Remote, ?> remotes) throws IOException {
        super(out);
        replacements.begin(remotes);
        writeStreamHeader();
        emit();
        inBlocks = true;
    }

    /** Creates a stream that writes messages, one after the other. */
    ArrayCopyOutputStream() throws IOException {
        inBlocks = true;
    }

    /** Begins a message, which has no header. {@link #flush} ends it; {@link #close} without a flush abandons it. */
    void begin(Serializer.MessageMemory message, SentClasses peerClasses, Function<Remote, ?> replacement) {
        begin(message, peerClasses);
        replacements.begin(replacement);
    }

    @Override
    protected void writeStreamHeader() throws IOException {
        writeShort(MAGIC);
        writeShort(VERSION);
    }

    @Override
    final boolean isNested() {
        return depth > 0;
    }

    // ---- objects

    @Override
    protected final void writeObjectOverride(Object object) throws IOException {
        if (depth > 0) {
            later.writeWithin(object, false);
        } else {
            writeAtTop(object, false);
        }
    }

    @Override
    public void writeUnshared(Object object) throws IOException {
        if (depth > 0) {
            later.writeWithin(object, true);
        } else {
            writeAtTop(object, true);
        }
    }

    private void writeAtTop(Object object, boolean unshared) throws IOException {
        if (isMessage() && !isBegun()) {
            throw new IOException("the message has ended");
        }
        closeBlock();
        boolean before = inBlocks;
        try {
            writeRoot(object, unshared);
        } catch (Throwable e) {
            aborts.end(e, object);
            throw e;
        }
        depth = 0;
        inBlocks = before;
        if (notWritten != null) {
            notWritten = null;
        }
        if (!isMessage()) {
            emit();
        }
    }

    /** Writes an object and everything that it refers to. */
    final void writeRoot(Object object, boolean unshared) throws IOException {
        inBlocks = false;
        depth = 1;
        level = 0; // a hook may have caught an exception from deeper levels and gone on
        baseLevel = 0;
        strict = 0;
        writeReference(object, unshared, atTop, 0);
        later.writeAnnounced();
    }

    @Override
    final void clear() {
        super.clear();
        handles.clear();
        if (recent != ClassPlan.NONE) {
            recent = ClassPlan.NONE;
        }
        replacements.clear();
    }

    @Override
    public void reset() throws IOException {
        if (depth != 0) {
            throw new IOException("stream active");
        }
        closeBlock();
        putCode(RESET);
        clear();
        if (!isMessage()) {
            emit();
        }
    }

    /** Writes an element of a collection or an array. Most elements have the class of the previous one. */
    final void writeElement(Object element) throws IOException {
        if (element instanceof String text) {
            writeText(text);
        } else {
            writeReference(element, false, within, 0);
        }
    }

    final void writeText(String text) throws IOException {
        if (text == null) {
            putCode(NULL);
        } else if (replaces) {
            writeReference(text, false, within, 0);
        } else {
            int handle = handles.findOrAdd(text);
            if (handle >= 0) {
                putCode(~handle);
            } else {
                writeString(text);
            }
        }
    }

    @Override
    final void writeValue(Object value, boolean unshared) throws IOException {
        writeReference(value, unshared, within, 0);
    }

    /**
     * Writes a reference. This is one recursive method, too large to be inlined: where the compiler could inline it
     * into its callees, compiling took more than a second, and the code was slower.
     *
     * @param seen the plan cache of the call site, at index {@code at}
     */
    final void writeReference(Object original, boolean unshared, ClassPlan[] seen, int at) throws IOException {
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
                writeString((String) object);
                return;
            } else if (plan.kind == ClassPlan.Kind.ENUM) {
                writeClass(plan.constants);
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
            writeClass(plan);
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
            throw located(e, original, object);
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
        int code = codeOf(plan);
        if (code >= FIRST_CLASS) {
            ensure(4L + size);
            Bytes.putInt(bytes, position, code);
            position += 4 + size;
        } else {
            writeClass(plan);
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
                writeClass(plan);
                if (plan.codec != null) {
                    plan.codec.write(object, this);
                } else {
                    writeSlots(object, plan);
                }
            }
            case ARRAY -> {
                writeClass(plan);
                Object[] array = (Object[]) object;
                putCode(array.length);
                elements.writeAll(array);
            }
            case RECORD -> {
                writeClass(plan);
                writeFields(object, plan);
            }
            case EXTERNALIZABLE -> {
                writeClass(plan);
                writeExternalizable((Externalizable) object);
            }
            case CLASS -> {
                putCode(CLASS);
                writeClass(ClassPlan.of((Class<?>) object));
            }
            case DESCRIPTION -> {
                putCode(DESCRIPTION);
                writeDescription((ObjectStreamClass) object);
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

    @Override
    final void writeBy(FieldCopier copier, Object object, int at) throws IOException {
        copier.write(object, bytes, at, this);
    }

    @Override
    protected Object replaceObject(Object object) throws IOException {
        return object;
    }

    @Override
    protected boolean enableReplaceObject(boolean enable) throws SecurityException {
        boolean before = replaces;
        super.enableReplaceObject(enable);
        replaces = enable;
        return before;
    }

    @Override
    public void close() throws IOException {
        super.close();
        clear();
    }
}
