package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.CLASS;
import static org.rmi4mpi.wire.ObjectCodes.DESCRIPTION;
import static org.rmi4mpi.wire.ObjectCodes.END;
import static org.rmi4mpi.wire.ObjectCodes.EXCEPTION;
import static org.rmi4mpi.wire.ObjectCodes.FIRST_CLASS;
import static org.rmi4mpi.wire.ObjectCodes.LATER;
import static org.rmi4mpi.wire.ObjectCodes.LATER_ONES;
import static org.rmi4mpi.wire.ObjectCodes.MAGIC;
import static org.rmi4mpi.wire.ObjectCodes.NULL;
import static org.rmi4mpi.wire.ObjectCodes.RESET;
import static org.rmi4mpi.wire.ObjectCodes.VERSION;

import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.rmi.Remote;
import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.rmi4mpi.wire.ObjectCodes;

/**
 * Writes objects as {@link ObjectOutputStream} does, and can stand in for it, also where a program has a subclass of
 * it; {@link ArrayCopyInputStream} reads them. Only the bytes differ: fixed width, so that fields and arrays are copied
 * rather than encoded ({@link ObjectCodes}).
 *
 * <p>Objects may be nested to any depth: those without methods of their own for it are written in turn where they are
 * nested deeply; those with such methods may be {@value #DEEPEST} deep.
 *
 * <p>Owned by one thread at a time. Source: Java Object Serialization Specification, chapter 2.
 */
public class ArrayCopyOutputStream extends FieldOutputStream {
    /** Of objects within others that are under way: what the stack of a thread has room for. */
    static final int DEEPEST = 1000;
    /** An object within so many others is written later, if it can. */
    static final int DEEP = 200;

    private static final ClassPlan STRINGS = ClassPlan.of(String.class);

    /** Where a stream of messages waits for the next one. */
    private final Streams home;
    private int depth;
    private final HandleTable handles;
    /** What objects were replaced by; made when the first is. */
    private IdentityHashMap<Object, Object> replaced;
    private boolean replaces;
    /** Null where a remote object is written as any other is. */
    private Function<Remote, ?> remotes;

    /** Of the object that is being written, and at which those that are written later have begun. */
    private int level;
    private int baseLevel;
    /** How many of those under way cannot be left before all that they refer to is there. */
    private int strict;
    /** Objects that have been announced, in the order in which they are to be written. */
    private ArrayDeque<Object> later;

    /** The class of an object that was written before. */
    private ClassPlan recent = ClassPlan.NONE;
    /** The same, of what is written by the program, and within collections and arrays: only classes that are lasting. */
    private final ClassPlan[] atTop = {ClassPlan.NONE};
    private final ClassPlan[] within = {ClassPlan.NONE};
    /** Writes what a map has, which then needs no iterator. */
    final BiConsumer<Object, Object> pairs = this::writePair;

    /** Writes the header of a stream. */
    @SuppressWarnings("this-escape") // as the JDK's own stream does
    public ArrayCopyOutputStream(OutputStream out) throws IOException {
        this(out, null);
    }

    /** @param remotes what takes the place of a remote object; null where it stays */
    @SuppressWarnings("this-escape")
    ArrayCopyOutputStream(OutputStream out, Function<Remote, ?> remotes) throws IOException {
        super(out);
        home = null;
        this.remotes = remotes;
        handles = new HandleTable();
        writeStreamHeader();
        emit();
        inBlocks = true;
    }

    /** Of messages, one after the other. */
    ArrayCopyOutputStream(Streams home) throws IOException {
        this.home = home;
        handles = new HandleTable();
        inBlocks = true;
    }

    /** Begins a message, without a header; to flush is its end, to close without it gives it up. */
    void begin(Serializer.Room message, SentClasses peerClasses, Function<Remote, ?> replacement) {
        begin(message, peerClasses);
        if (remotes != replacement) {
            remotes = replacement;
        }
    }

    @Override
    protected void writeStreamHeader() throws IOException {
        writeShort(MAGIC);
        writeShort(VERSION);
    }

    @Override
    public void useProtocolVersion(int version) throws IOException {
        if (isStarted()) {
            throw new IllegalStateException("stream non-empty");
        }
        if (version != PROTOCOL_VERSION_1 && version != PROTOCOL_VERSION_2) {
            throw new IllegalArgumentException("unknown version: " + version);
        }
        isFirstVersion = version == PROTOCOL_VERSION_1;
    }

    @Override
    final boolean isNested() {
        return depth > 0;
    }

    // ---- objects

    @Override
    protected final void writeObjectOverride(Object object) throws IOException {
        if (depth > 0) {
            writeNested(object, false);
        } else {
            writeAtTop(object, false);
        }
    }

    @Override
    public void writeUnshared(Object object) throws IOException {
        if (depth > 0) {
            writeNested(object, true);
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
        } catch (StackOverflowError e) {
            giveUp();
            if (isReal(e)) {
                throw (IOException) tooDeep(object).initCause(e);
            }
            throw e;
        } catch (IOException e) {
            giveUp();
            writeException(e);
            throw e;
        } catch (Throwable e) {
            giveUp();
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

    /** An object and all that it refers to. */
    private void writeRoot(Object object, boolean unshared) throws IOException {
        inBlocks = false;
        depth = 1;
        level = 0; // a hook may have caught what was thrown farther in, and gone on
        baseLevel = 0;
        strict = 0;
        writeReference(object, unshared, atTop, 0);
        if (isSomeLater()) {
            writeLaterOnes();
        }
    }

    private void writeNested(Object object, boolean unshared) throws IOException {
        closeBlock();
        boolean before = inBlocks;
        int outerLevel = level;
        int outerBase = baseLevel;
        int outerStrict = strict;
        inBlocks = false;
        depth++;
        try {
            writeReference(object, unshared, atTop, 0);
        } finally {
            depth--;
            inBlocks = before;
            level = outerLevel; // a hook may catch what was thrown farther in, and go on
            baseLevel = outerBase;
            strict = outerStrict;
        }
    }

    /** Objects that were under way are not any more. */
    private void giveUp() {
        depth = 0;
        inBlocks = true;
        leaveHooks();
        later = null;
        level = 0;
        baseLevel = 0;
        strict = 0;
    }

    /** The reader gets the exception that ended the writing, in an independent state. */
    private void writeException(IOException e) throws IOException {
        closeBlock();
        clear();
        putCode(EXCEPTION);
        try {
            writeRoot(e, false);
        } finally {
            giveUp();
            clear();
            putCode(RESET);
            emit();
        }
    }

    @Override
    final void clear() {
        super.clear();
        handles.clear();
        if (recent != ClassPlan.NONE) {
            recent = ClassPlan.NONE;
        }
        if (replaced != null) {
            replaced = null;
        }
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

    /** What is within a collection or an array, most often of the class of what was written before. */
    final void writeElement(Object element) throws IOException {
        if (element instanceof String text) {
            writeText(text);
        } else {
            writeReference(element, false, within, 0);
        }
    }

    private void writePair(Object key, Object value) {
        try {
            writeElement(key);
            writeReference(value, false, within, 0);
        } catch (IOException e) {
            throw ArrayCopyOutputStream.<RuntimeException>asUnchecked(e);
        }
    }

    /** Past a method that declares no exceptions, to one that does. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E asUnchecked(IOException e) throws E {
        throw (E) e;
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
     * One method, which calls itself, and so large that it is not inlined: where the compiler could inline it into what
     * it calls it took more than a second to compile, and the code was slower.
     *
     * @param seen where the class of what was written here before is found, at an index
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
            if (plan.isSingle && !replaces && !unshared && level - baseLevel < DEEP) {
                writeSingle(object, plan);
                return;
            }
            if (replaces || plan.isSpecial) {
                object = replacement(object, plan, unshared);
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
                writePrimitives(object, plan);
                return;
            } else if (plan.plain == null || level - baseLevel >= DEEP) {
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

    /** An object that is nothing but the fields of its class, or a value, and is not replaced. */
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

    /**
     * What is written in an object's place. Specification, 2.2: first the object's own replacement, for as long as its
     * class changes; then the stream's.
     */
    private Object replacement(Object object, ClassPlan first, boolean unshared) throws IOException {
        if (replaced != null && replaced.containsKey(object)) {
            return replaced.get(object);
        } else if (!replaces && first.writeReplace == null && (remotes == null || !first.isRemote)
                || !unshared && handles.find(object) >= 0) {
            return object;
        }
        Object replacement = object;
        ClassPlan plan = first;
        if (plan.kind != ClassPlan.Kind.CLASS && plan.kind != ClassPlan.Kind.DESCRIPTION) {
            while (plan.writeReplace != null) {
                replacement = invokeReplace(plan.writeReplace, replacement);
                if (replacement == null || replacement.getClass() == plan.type) {
                    break;
                }
                plan = ClassPlan.of(replacement.getClass());
            }
            if (replaces) {
                replacement = replaceObject(replacement);
            }
            if (remotes != null && replacement instanceof Remote remote) {
                replacement = remotes.apply(remote);
            }
        }
        if (replacement != object) {
            if (replaced == null) {
                replaced = new IdentityHashMap<>();
            }
            replaced.put(object, replacement);
        }
        return replacement;
    }

    private static Object invokeReplace(MethodHandle method, Object object) throws IOException {
        try {
            return (Object) method.invokeExact(object);
        } catch (ObjectStreamException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException("unexpected exception type", e);
        }
    }

    /**
     * An object that has no handle yet. Where it is strict, all that it refers to has to be there before the next one
     * begins, since a method of its class asks for it: then those that were announced come first.
     */
    private void writeNew(Object object, ClassPlan plan) throws IOException {
        if (plan.canWait && strict == 0 && level - baseLevel >= DEEP) {
            announce(object, plan);
            return;
        }
        if (plan.isStrict) {
            if (isSomeLater()) {
                writeLaterOnes();
            }
            strict++;
        }
        if (++level > DEEPEST) {
            throw tooDeep(object);
        }
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
                Object[] elements = (Object[]) object;
                putCode(elements.length);
                writeElements(elements);
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
        level--;
        if (plan.isStrict) {
            strict--;
        }
    }

    /** It does not wait: one that owns itself would come again and again. */
    private void writeUnsharedNew(Object object, ClassPlan plan) throws IOException {
        int outer = baseLevel;
        baseLevel = level;
        writeNew(object, plan);
        baseLevel = outer;
    }

    /** Whether there was no more stack; a method of the program may throw one of its own. */
    static boolean isReal(StackOverflowError e) {
        return e.getStackTrace().length > DEEP;
    }

    private static InvalidObjectException tooDeep(Object object) {
        return new InvalidObjectException("objects within objects, more than " + DEEPEST + " of them or than the stack"
                + " has room for, at one of " + object.getClass() + ": write what it refers to one by one");
    }

    private void announce(Object object, ClassPlan plan) throws IOException {
        putCode(LATER);
        writeClass(plan);
        if (plan.kind == ClassPlan.Kind.ARRAY) {
            putCode(Array.getLength(object));
        }
        later = later == null ? new ArrayDeque<>() : later;
        later.add(object);
    }

    private boolean isSomeLater() {
        return later != null && !later.isEmpty();
    }

    private void writeLaterOnes() throws IOException {
        putCode(LATER_ONES);
        int outer = baseLevel;
        baseLevel = level;
        while (isSomeLater()) {
            Object object = later.remove();
            if (++level > DEEPEST) {
                throw tooDeep(object);
            }
            writeData(object, ClassPlan.of(object.getClass()));
            level--;
        }
        later = null;
        putCode(END);
        baseLevel = outer;
    }

    /** An array, which refers to nothing, and need not wait however deep it is. */
    private void writePrimitives(Object array, ClassPlan plan) throws IOException {
        if (level >= DEEPEST) {
            throw tooDeep(array);
        }
        writeClass(plan);
        int length = Array.getLength(array);
        if (current == null && takesApart(array, length, plan.elements)) {
            putCode(~length);
        } else {
            putCode(length);
            putArray(array, length, plan.elements);
        }
    }

    /** What is in an array of references or an ordinary object, superclasses first. */
    private void writeData(Object object, ClassPlan plan) throws IOException {
        if (plan.kind == ClassPlan.Kind.ARRAY) {
            writeElements((Object[]) object);
        } else if (plan.codec != null) {
            plan.codec.write(object, this);
        } else {
            writeSlots(object, plan);
        }
    }

    @Override
    final void writeBy(FieldCopier copier, Object object, int at) throws IOException {
        copier.write(object, bytes, at, this);
    }

    private void writeElements(Object[] elements) throws IOException {
        for (int i = 0; i < elements.length; i++) {
            try {
                writeElement(elements[i]);
            } catch (NotSerializableException e) {
                throw at(e, "element of array (index: " + i + ")");
            }
        }
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

    // ---- the end

    @Override
    public void flush() throws IOException {
        super.flush();
        if (depth == 0 && isMessage()) {
            endMessage();
        }
    }

    /** The thread has this stream for its next message. */
    private void endMessage() {
        if (!isBegun()) {
            return;
        }
        boolean done = false;
        try {
            clear();
            end();
            done = true;
        } finally {
            if (!done) {
                home.forget(this);
            }
        }
        home.give(this);
    }

    /** A message that was not flushed is given up. An object's own method does not end it. */
    @Override
    public void close() throws IOException {
        if (isMessage()) {
            if (depth == 0) {
                endMessage();
            }
        } else {
            super.close();
            clear();
        }
    }
}
