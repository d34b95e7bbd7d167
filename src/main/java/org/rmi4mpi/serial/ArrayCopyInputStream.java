package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.BLOCK;
import static org.rmi4mpi.wire.ObjectCodes.CLASS;
import static org.rmi4mpi.wire.ObjectCodes.DEFINE;
import static org.rmi4mpi.wire.ObjectCodes.DEFINE_PROXY;
import static org.rmi4mpi.wire.ObjectCodes.DESCRIPTION;
import static org.rmi4mpi.wire.ObjectCodes.END;
import static org.rmi4mpi.wire.ObjectCodes.EXCEPTION;
import static org.rmi4mpi.wire.ObjectCodes.FIELDS;
import static org.rmi4mpi.wire.ObjectCodes.FIRST_CLASS;
import static org.rmi4mpi.wire.ObjectCodes.MAGIC;
import static org.rmi4mpi.wire.ObjectCodes.NULL;
import static org.rmi4mpi.wire.ObjectCodes.RESET;
import static org.rmi4mpi.wire.ObjectCodes.STRING;
import static org.rmi4mpi.wire.ObjectCodes.VERSION;
import static org.rmi4mpi.wire.ObjectCodes.WIDE_STRING;

import java.io.EOFException;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.NotActiveException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectInputValidation;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.OptionalDataException;
import java.io.StreamCorruptedException;
import java.io.WriteAbortedException;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.rmi4mpi.wire.ObjectCodes;
import sun.reflect.ReflectionFactory;

/**
 * Reads what {@link ArrayCopyOutputStream} has written, as {@link ObjectInputStream} does, and can stand in for it, also
 * where a program has a subclass of it.
 *
 * <p>Owned by one thread at a time. Source: Java Object Serialization Specification, chapter 3.
 */
public class ArrayCopyInputStream extends ObjectInputStream {
    private static final int FIRST_CAPACITY = 1024;
    /** Of a chunk, read at once: its length may be a lie. */
    private static final int LARGEST_STEP = 1 << 16;
    private static final int NO_OBJECT = -1;
    private static final Object UNSHARED = new Object();

    private final InputStream in;
    private byte[] bytes;
    private int position;
    private int limit;
    /** Bytes of the current chunk that are still in the stream beneath. */
    private int chunkRest;
    private long streamBytes;

    /** Whether primitive values come out of blocks. */
    private boolean inBlocks;
    /** What is left of the current block. */
    private int blockRest;
    private int depth;
    /** Nested calls of readObject. */
    private int calls;
    private boolean closed;
    private boolean resolves;
    private boolean filterIsFixed;

    private Object[] objects;
    /** By handle; null while none is. */
    private ClassNotFoundException[] missing;
    /** Of a message, until it is closed. */
    private Scratch scratch;
    private int handles;
    /** Of what was read last. */
    private int last = NO_OBJECT;
    private final LearnedClasses classes;
    /** Those of them that have been matched with classes here. */
    private final LearnedClasses.Table matched;
    /** Whether this is one message of many, which know classes of each other; else it is a stream of chunks. */
    private final boolean message;
    private long references;
    private final List<Validation> validations = new ArrayList<>();

    /** Of the readObject method that runs. */
    private Object current;
    private StreamClass.Slot currentSlot;
    private boolean fieldsRead;
    private boolean plain;

    private record Validation(ObjectInputValidation object, int priority) {}

    /** Reads the header of a stream, and waits for it. */
    @SuppressWarnings("this-escape") // as the JDK's own stream does
    public ArrayCopyInputStream(InputStream in) throws IOException {
        if (in == null) {
            throw new NullPointerException("in");
        }
        this.in = in;
        classes = new LearnedClasses();
        matched = classes.of(null);
        message = false;
        bytes = new byte[FIRST_CAPACITY];
        objects = new Object[16];
        readStreamHeader();
        inBlocks = true;
    }

    /** Of one message, without a header, which is there as a whole; to close is its end. */
    ArrayCopyInputStream(InputStream in, LearnedClasses classes, ClassLoader loader) throws IOException {
        this.in = in;
        this.classes = classes;
        matched = classes.of(loader);
        message = true;
        scratch = Scratch.take();
        bytes = scratch.bytes;
        objects = scratch.objects;
        chunkRest = in.available();
        inBlocks = true;
        filterIsFixed = true;
    }

    @Override
    protected void readStreamHeader() throws IOException {
        short magic = readShort();
        short version = readShort();
        if (magic != MAGIC || version != VERSION) {
            throw new StreamCorruptedException(String.format("invalid stream header: %04X%04X", magic, version));
        }
    }

    // ---- objects

    @Override
    protected final Object readObjectOverride() throws IOException, ClassNotFoundException {
        return readAtAnyDepth(false);
    }

    @Override
    public Object readUnshared() throws IOException, ClassNotFoundException {
        return readAtAnyDepth(true);
    }

    private Object readAtAnyDepth(boolean unshared) throws IOException, ClassNotFoundException {
        int outer = last;
        if (!filterIsFixed) {
            fixFilter();
        }
        calls++;
        try {
            Object object = readNested(unshared);
            inherit(outer, last);
            ClassNotFoundException absent = missing(last);
            if (absent != null) {
                throw absent;
            }
            if (calls == 1) {
                validate();
            }
            return object;
        } finally {
            last = outer;
            calls--;
            if (calls == 0) {
                validations.clear();
                if (closed) {
                    clear();
                }
            }
        }
    }

    /** Once an object has been read no filter may be set; that is how the JDK's own method is told. */
    private void fixFilter() {
        filterIsFixed = true;
        try {
            if (getObjectInputFilter() == null) {
                setObjectInputFilter(null);
            }
        } catch (IllegalStateException e) {
            // it has been set, to none
        }
    }

    private Object readNested(boolean unshared) throws IOException, ClassNotFoundException {
        boolean before = inBlocks;
        if (isAfterPlainFields()) {
            throw optionalData(0);
        } else if (before) {
            if (blockRest > 0) {
                throw optionalData(blockRest);
            }
            passEmptyBlocks();
            int code = depth == 0 && isAtEnd() ? NULL : peekCode();
            if (code == BLOCK) {
                enterBlock();
                throw optionalData(blockRest);
            } else if (code == END) {
                throw optionalData(0);
            } else if (code == FIELDS) {
                skipFields();
                return readNested(unshared);
            }
        }
        inBlocks = false;
        try {
            return readReference(unshared);
        } finally {
            inBlocks = before;
        }
    }

    /** In a readObject method whose writer had no writeObject: there is nothing but the fields. */
    private boolean isAfterPlainFields() {
        return inBlocks && plain && current != null;
    }

    private void passEmptyBlocks() throws IOException {
        while (!(depth == 0 && isAtEnd()) && peekCode() == BLOCK && peekInt(4) == 0) {
            position += 8;
        }
    }

    /** What a hook has left of its fields. */
    private void skipFields() throws IOException, ClassNotFoundException {
        readCode();
        if (currentSlot == null || currentSlot.described() == null) {
            throw corrupted("fields of no class");
        }
        boolean before = inBlocks;
        inBlocks = false;
        try {
            readFields(null, currentSlot.described(), null, null);
        } finally {
            inBlocks = before;
        }
    }

    private static OptionalDataException optionalData(int length) {
        OptionalDataException e = ReflectionFactory.getReflectionFactory()
                .newOptionalDataExceptionForSerialization(length == 0);
        e.length = length;
        return e;
    }

    private Object readReference(boolean unshared) throws IOException, ClassNotFoundException {
        depth++;
        references++;
        try {
            int code = readCode();
            while (code == RESET) {
                if (depth > 1 || calls > 1) {
                    throw corrupted("unexpected reset; recursion depth: " + depth);
                }
                clear();
                code = readCode();
            }
            if (code < 0) {
                return backReference(~code, unshared);
            }
            switch (code) {
                case NULL -> {
                    last = NO_OBJECT;
                    return null;
                }
                case STRING, WIDE_STRING -> {
                    int handle = number(null);
                    String text = readString(code == WIDE_STRING);
                    return finish(handle, text, unshared, true);
                }
                case CLASS -> {
                    StreamClass stream = readClass(readCode());
                    int handle = number(null);
                    setMissing(handle, stream.missing);
                    return finish(handle, stream.local == null ? null : stream.local.type, unshared, false);
                }
                case DESCRIPTION -> {
                    StreamClass stream = readClass(readCode());
                    int handle = number(null);
                    return finish(handle, described(stream), unshared, false);
                }
                case EXCEPTION -> throw aborted();
                default -> {
                    return readNew(readClass(code), unshared);
                }
            }
        } finally {
            depth--;
        }
    }

    private WriteAbortedException aborted() throws IOException, ClassNotFoundException {
        clear();
        int code = peekCode();
        if (code == NULL) {
            throw corrupted("an exception that is null");
        }
        Object cause = readReference(false);
        clear();
        return new WriteAbortedException("writing aborted",
                cause instanceof Exception e ? e : new StreamCorruptedException("no exception: " + cause));
    }

    private Object backReference(int handle, boolean unshared) throws IOException {
        if (handle >= handles) {
            throw corrupted("invalid handle " + handle + " of " + handles);
        }
        if (unshared) {
            throw new InvalidObjectException("cannot read back reference as unshared");
        }
        filter(null, -1);
        Object object = objects[handle];
        if (object == UNSHARED) {
            throw new InvalidObjectException("cannot read back reference to unshared object");
        }
        last = handle;
        return object;
    }

    private int number(Object object) {
        if (handles == objects.length) {
            objects = Arrays.copyOf(objects, 2 * handles);
        }
        objects[handles] = object;
        return handles++;
    }

    /** An object is whole: what others that refer to it get. */
    private Object finish(int handle, Object object, boolean unshared, boolean resolvable) throws IOException {
        Object result = object;
        if (resolvable && resolves && missing(handle) == null) {
            result = resolveObject(object);
            if (result != object && result != null) {
                filter(result.getClass(), result.getClass().isArray() ? Array.getLength(result) : -1);
            }
        }
        objects[handle] = unshared ? UNSHARED : result;
        last = handle;
        return result;
    }

    /** The class that is not here, of an object or of one that it needs; null where there is none. */
    private ClassNotFoundException missing(int handle) {
        return missing == null || handle == NO_OBJECT || handle >= missing.length ? null : missing[handle];
    }

    private void setMissing(int handle, ClassNotFoundException e) {
        if (e != null) {
            if (missing == null || handle >= missing.length) {
                missing = missing == null ? new ClassNotFoundException[objects.length]
                        : Arrays.copyOf(missing, objects.length);
            }
            missing[handle] = e;
        }
    }

    /** An object that needs one which is missing is missing, too. */
    private void inherit(int dependent, int needed) {
        if (missing != null && dependent != NO_OBJECT && missing(dependent) == null) {
            setMissing(dependent, missing(needed));
        }
    }

    /** A string that the program does not see, so that it is not resolved. */
    private String readName() throws IOException {
        int code = readCode();
        if (code == STRING || code == WIDE_STRING) {
            int handle = number(null);
            String name = readString(code == WIDE_STRING);
            objects[handle] = name;
            return name;
        } else if (code < 0 && ~code < handles && objects[~code] instanceof String name) {
            return name;
        }
        throw corrupted("no name, but code " + code);
    }

    private String readString(boolean wide) throws IOException {
        int length = readLength(wide ? 2 : 1);
        require(wide ? 2L * length : length);
        if (!wide) {
            String text = latin1(length);
            position += length;
            return text;
        }
        char[] chars = new char[length];
        for (int i = 0; i < length; i++) {
            chars[i] = (char) Bytes.getShort(bytes, position + 2 * i);
        }
        position += 2 * length;
        return new String(chars);
    }

    private String latin1(int length) {
        return new String(bytes, position, length, java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    private Object readNew(StreamClass stream, boolean unshared) throws IOException, ClassNotFoundException {
        if (stream.name.startsWith("[")) {
            return readArray(stream, unshared);
        } else if (stream.has(ObjectCodes.ENUM)) {
            return readEnum(stream, unshared);
        }
        stream.checkInstantiable();
        ClassPlan plan = stream.local;
        if (plan != null && (plan.kind == ClassPlan.Kind.STRING || plan.kind == ClassPlan.Kind.CLASS
                || plan.kind == ClassPlan.Kind.DESCRIPTION)) {
            throw new InvalidClassException(stream.name, "invalid class descriptor");
        }
        boolean record = plan != null && plan.kind == ClassPlan.Kind.RECORD;
        Object object = plan == null || record ? null : newInstance(stream, plan);
        int handle = number(unshared ? UNSHARED : object);
        setMissing(handle, stream.missing);
        last = handle;
        if (stream.has(ObjectCodes.EXTERNALIZABLE)) {
            readExternalizable(object, handle);
        } else if (record) {
            object = readRecord(stream, plan, handle);
            objects[handle] = unshared ? UNSHARED : object;
        } else {
            readSlots(object, stream, handle);
        }
        if (object != null && plan.readResolve != null && missing(handle) == null) {
            Object resolved = invokeResolve(plan.readResolve, object);
            if (unshared && resolved != null && resolved.getClass().isArray()) {
                resolved = copyOfArray(resolved);
            }
            if (resolved != object) {
                if (resolved != null) {
                    filter(resolved.getClass(), resolved.getClass().isArray() ? Array.getLength(resolved) : -1);
                }
                object = resolved;
            }
        }
        return finish(handle, object, unshared, true);
    }

    private static Object copyOfArray(Object array) {
        int length = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        return copy;
    }

    private static Object newInstance(StreamClass stream, ClassPlan plan) throws IOException {
        try {
            return plan.newInstance();
        } catch (Throwable e) {
            InvalidClassException invalid = new InvalidClassException(stream.name, "unable to create instance");
            invalid.initCause(e);
            throw invalid;
        }
    }

    private static Object invokeResolve(MethodHandle method, Object object) throws IOException {
        try {
            return method.invoke(object);
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException("unexpected exception in readResolve", e);
        }
    }

    private Object readArray(StreamClass stream, boolean unshared) throws IOException, ClassNotFoundException {
        Class<?> type = stream.local == null ? null : stream.local.type;
        if (type != null && !type.isArray()) {
            throw new InvalidClassException(stream.name, "is no array here");
        }
        PrimitiveArrays primitive = stream.name.length() == 2 ? PrimitiveArrays.ofSignature(stream.name.charAt(1)) : null;
        int length = readLength(primitive == null ? 4 : primitive.size);
        filter(type, length);
        if (primitive != null) {
            require((long) length * primitive.size);
            Object array = primitive.copyIn(bytes, position, length);
            position += length * primitive.size;
            return finish(number(null), array, unshared, true);
        }
        // elements take four bytes or more each: a length without them takes no memory
        require(Math.min(4L * length, LARGEST_STEP));
        if (message && 4L * length > (long) limit - position + chunkRest) {
            throw corrupted("invalid length " + length + " of an array");
        }
        Class<?> component = type == null ? Object.class : type.getComponentType();
        Object[] elements = (Object[]) Array.newInstance(component, length);
        int handle = number(unshared ? UNSHARED : elements);
        setMissing(handle, stream.missing);
        for (int i = 0; i < length; i++) {
            Object element = readReference(false);
            inherit(handle, last);
            elements[i] = element;
        }
        return finish(handle, type == null ? null : elements, unshared, true);
    }

    private Object readEnum(StreamClass stream, boolean unshared) throws IOException, ClassNotFoundException {
        int handle = number(unshared ? UNSHARED : null);
        setMissing(handle, stream.missing);
        String name = readName();
        Object constant = stream.local == null ? null : constant(stream.local.type, name);
        return finish(handle, constant, unshared, true);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object constant(Class<?> type, String name) throws InvalidObjectException {
        try {
            return Enum.valueOf((Class<? extends Enum>) type, name);
        } catch (IllegalArgumentException e) {
            InvalidObjectException invalid = new InvalidObjectException(
                    "enum constant " + name + " does not exist in " + type);
            invalid.initCause(e);
            throw invalid;
        }
    }

    private void readExternalizable(Object object, int handle) throws IOException, ClassNotFoundException {
        Object outer = current;
        StreamClass.Slot outerSlot = currentSlot;
        boolean outerRead = fieldsRead;
        current = null;
        currentSlot = null;
        inBlocks = true;
        blockRest = 0;
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
        }
        skipToEnd();
        last = handle;
    }

    /** What a hook has left is passed over. */
    private void skipToEnd() throws IOException, ClassNotFoundException {
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

    private Object readRecord(StreamClass stream, ClassPlan plan, int handle)
            throws IOException, ClassNotFoundException {
        Object[] arguments = new Object[plan.components.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = Defaults.of(plan.components[i].getType());
        }
        for (StreamClass.Slot slot : stream.slots()) {
            if (slot.described() != null) {
                readRecordFields(slot, plan, arguments, handle);
            }
        }
        if (missing(handle) != null) {
            return null;
        }
        try {
            return (Object) plan.canonicalConstructor.invokeExact(arguments);
        } catch (ClassCastException e) {
            throw e;
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            InvalidObjectException invalid = new InvalidObjectException(e.getMessage());
            invalid.initCause(e);
            throw invalid;
        }
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
                    checkType(value, plan.components[component].getType(), field.name(), plan.type);
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

    private static void checkType(Object value, Class<?> type, String field, Class<?> owner) {
        if (value != null && !type.isInstance(value)) {
            throw new ClassCastException("cannot assign instance of " + value.getClass().getName() + " to field "
                    + owner.getName() + "." + field + " of type " + type.getName() + " in instance of "
                    + owner.getName());
        }
    }

    private void readSlots(Object object, StreamClass stream, int handle) throws IOException, ClassNotFoundException {
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
            skipToEnd();
            currentSlot = outer;
        } else {
            inBlocks = false;
            if (!read) {
                readFields(null, slot.described(), null, null);
            }
        }
    }

    /** Returns whether the method has asked for the fields. */
    private boolean invokeHook(Object object, StreamClass.Slot slot, int handle, MethodHandle method, boolean takesStream)
            throws IOException {
        Object outer = current;
        StreamClass.Slot outerSlot = currentSlot;
        boolean outerRead = fieldsRead;
        current = object;
        currentSlot = slot;
        fieldsRead = false;
        last = handle;
        try {
            if (takesStream) {
                method.invoke(object, (ObjectInputStream) this);
            } else {
                method.invoke(object);
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
            hookRead = read;
        }
        return hookRead;
    }

    private boolean hookRead;

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
            if (peekCode() == FIELDS) {
                position += 4;
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
        if (object != null && slot.targets() == null) {
            boolean outerPlain = plain;
            plain = true;
            boolean before = inBlocks;
            try {
                if (slot.local().defaultRead == null) {
                    throw new InvalidClassException(slot.local().type.getName(), "its module is closed to serializers");
                }
                invokeHook(object, slot, handle, slot.local().defaultRead, true);
            } finally {
                plain = outerPlain;
                inBlocks = before;
            }
            return;
        }
        readFields(object, slot.described(), slot.targets(), null);
    }

    /**
     * Fields of one class: into an object, or into an array of values, or to nowhere.
     *
     * @param targets where those of an object go, null where to nowhere
     * @param values null, or of the length of the fields
     */
    private void readFields(Object object, StreamClass described, FieldAccess[] targets, Object[] values)
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
                } else if (values != null) {
                    values[i] = Defaults.boxed(fields[i].type(), bytes, at);
                }
                at += size;
                continue;
            }
            Object value = readReference(target != null && target.field.isUnshared());
            if (object != null && target != null) {
                inherit(handle, last);
                checkType(value, target.field.getType(), fields[i].name(), object.getClass());
                target.set(object, value);
            } else if (values != null) {
                values[i] = missing(last) != null ? missing(last) : value;
                inherit(handle, last);
            }
        }
        last = handle;
    }

    // ---- classes

    private StreamClass readClass(int code) throws IOException, ClassNotFoundException {
        if (code == DEFINE || code == DEFINE_PROXY) {
            return define(code == DEFINE_PROXY);
        }
        StreamClass stream = code < FIRST_CLASS ? null : matched.find(code - FIRST_CLASS);
        if (stream == null) {
            stream = code < FIRST_CLASS ? null : classes.find(code - FIRST_CLASS);
            if (stream == null || !message) {
                throw corrupted("invalid code " + code);
            }
            stream = match(code - FIRST_CLASS, stream);
        }
        filter(message && stream.local != null ? stream.local.type : null, -1);
        return stream;
    }

    /** A class that an earlier message has described, as it is to this message's class loader. */
    private StreamClass match(int id, StreamClass described) throws IOException, ClassNotFoundException {
        StreamClass stream = new StreamClass(
                described.name, described.version, described.flags, described.proxy, described.fields);
        stream.id = id;
        stream.description = described.proxy ? null : StreamDescriptions.of(stream);
        StreamClass parent = described.parent == null ? null : matched.find(described.parent.id);
        if (parent == null && described.parent != null) {
            parent = match(described.parent.id, described.parent);
        }
        Class<?> found = null;
        try {
            found = described.proxy ? resolveProxyClass(interfacesOf(stream)) : resolveClass(stream.description);
        } catch (ClassNotFoundException e) {
            stream.missing = e;
        }
        matchAndKeep(stream, found, parent);
        return stream;
    }

    private void matchAndKeep(StreamClass stream, Class<?> found, StreamClass parent) throws InvalidClassException {
        stream.match(found, parent);
        if (stream.local != null) {
            stream.description = stream.local.description;
        }
        if (stream.missing == null || !message) { // one that is missing may come
            matched.put(stream.id, stream);
        }
    }

    private StreamClass define(boolean proxy) throws IOException, ClassNotFoundException {
        int id = readCode();
        StreamClass stream = proxy ? readProxyDescription() : readDescription();
        stream.id = id;
        Class<?> found = null;
        boolean before = inBlocks;
        inBlocks = true;
        blockRest = 0;
        Object outer = current;
        StreamClass.Slot outerSlot = currentSlot;
        current = null;
        currentSlot = null;
        try {
            found = proxy ? resolveProxyClass(interfacesOf(stream)) : resolve(stream);
            if (found == null) {
                stream.missing = new ClassNotFoundException("null class");
            }
        } catch (ClassNotFoundException e) {
            stream.missing = e;
        } finally {
            current = outer;
            currentSlot = outerSlot;
        }
        skipToEnd();
        inBlocks = before;
        if (found != null) {
            if (proxy) {
                for (Class<?> each : found.getInterfaces()) {
                    filter(each, -1);
                }
            }
            filter(found, -1);
        }
        int code = readCode();
        StreamClass parent = code == NULL ? null : readClass(code);
        stream.parent = parent;
        classes.put(id, stream);
        matchAndKeep(stream, found, parent);
        return stream;
    }

    private Class<?> resolve(StreamClass stream) throws IOException, ClassNotFoundException {
        return resolveClass(described(stream));
    }

    private static ObjectStreamClass described(StreamClass stream) throws IOException {
        if (stream.description == null) {
            stream.description = stream.local != null ? stream.local.description : StreamDescriptions.of(stream);
        }
        return stream.description;
    }

    private StreamClass readDescription() throws IOException, ClassNotFoundException {
        described = null;
        ObjectStreamClass description = readClassDescriptor();
        StreamClass stream = described;
        described = null;
        if (stream == null) { // a subclass has read it in a way of its own
            stream = ofDescription(description);
        }
        return stream;
    }

    /** What the default readClassDescriptor has found. */
    private StreamClass described;

    @Override
    protected ObjectStreamClass readClassDescriptor() throws IOException, ClassNotFoundException {
        String name = readUTF();
        long version = readLong();
        int flags = readUnsignedByte();
        int count = readUnsignedShort();
        require(2L * count);
        StreamClass.StreamField[] fields = new StreamClass.StreamField[count];
        for (int i = 0; i < count; i++) {
            char type = (char) readUnsignedByte();
            String field = readUTF();
            boolean primitive = FieldAccess.sizeOf(type) > 0;
            if (!primitive && type != 'L' && type != '[') {
                throw new InvalidClassException(name, "invalid typecode for field " + field + ": " + (int) type);
            }
            fields[i] = new StreamClass.StreamField(type, field, primitive ? String.valueOf(type) : readUTF());
        }
        if (name.isEmpty()) {
            throw corrupted("a class without a name");
        }
        StreamClass stream = new StreamClass(name, version, flags, false, fields);
        stream.description = StreamDescriptions.of(stream);
        described = stream;
        return stream.description;
    }

    private static StreamClass ofDescription(ObjectStreamClass description) throws IOException {
        if (description == null) {
            throw new InvalidClassException("failed to read class descriptor");
        }
        ObjectStreamField[] own = description.getFields();
        StreamClass.StreamField[] fields = new StreamClass.StreamField[own.length];
        for (int i = 0; i < own.length; i++) {
            fields[i] = new StreamClass.StreamField(own[i].getTypeCode(), own[i].getName(),
                    own[i].isPrimitive() ? String.valueOf(own[i].getTypeCode()) : own[i].getTypeString());
        }
        Class<?> type = description.forClass();
        StreamClass stream = new StreamClass(description.getName(), description.getSerialVersionUID(),
                type == null ? ObjectCodes.SERIALIZABLE : ArrayCopyOutputStream.flags(ClassPlan.of(type)), false, fields);
        stream.description = description;
        return stream;
    }

    private StreamClass readProxyDescription() throws IOException {
        int count = readCode();
        if (count < 0 || count > 0xFFFF) {
            throw corrupted("a proxy of " + count + " interfaces");
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add(readUTF());
        }
        return new StreamClass(String.join(",", names), 0, ObjectCodes.SERIALIZABLE, true,
                new StreamClass.StreamField[0]);
    }

    private static String[] interfacesOf(StreamClass proxy) {
        return proxy.name.isEmpty() ? new String[0] : proxy.name.split(",");
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
        String name = description.getName();
        Class<?> primitive = Defaults.primitive(name);
        return primitive != null ? primitive : Class.forName(name, false, CallerLoader.find());
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces) throws IOException, ClassNotFoundException {
        return proxyClass(interfaces, CallerLoader.find());
    }

    @SuppressWarnings("deprecation") // the class of a proxy is wanted here, not an instance
    static Class<?> proxyClass(String[] interfaces, ClassLoader loader) throws ClassNotFoundException {
        ClassLoader definer = loader;
        Class<?>[] types = new Class<?>[interfaces.length];
        boolean hidden = false;
        for (int i = 0; i < interfaces.length; i++) {
            types[i] = Class.forName(interfaces[i], false, loader);
            if ((types[i].getModifiers() & java.lang.reflect.Modifier.PUBLIC) == 0) {
                if (hidden && definer != types[i].getClassLoader()) {
                    throw new IllegalAccessError("conflicting non-public interface class loaders");
                }
                hidden = true;
                definer = types[i].getClassLoader();
            }
        }
        try {
            return java.lang.reflect.Proxy.getProxyClass(definer, types);
        } catch (IllegalArgumentException e) {
            throw new ClassNotFoundException(null, e);
        }
    }

    @Override
    protected Object resolveObject(Object object) throws IOException {
        return object;
    }

    @Override
    protected boolean enableResolveObject(boolean enable) throws SecurityException {
        boolean before = resolves;
        super.enableResolveObject(enable);
        resolves = enable;
        return before;
    }

    private void filter(Class<?> type, int length) throws InvalidClassException {
        ObjectInputFilter filter = getObjectInputFilter();
        if (filter != null) {
            ask(filter, type, length);
        }
    }

    private void ask(ObjectInputFilter filter, Class<?> type, int length) throws InvalidClassException {
        ObjectInputFilter.Status status;
        RuntimeException failure = null;
        try {
            status = filter.checkInput(new Facts(type, length, references, depth, streamBytes - limit + position));
        } catch (RuntimeException e) {
            status = ObjectInputFilter.Status.REJECTED;
            failure = e;
        }
        if (status == null || status == ObjectInputFilter.Status.REJECTED) {
            InvalidClassException e = new InvalidClassException("filter status: " + status);
            e.initCause(failure);
            throw e;
        }
    }

    private record Facts(Class<?> serialClass, long arrayLength, long references, long depth, long streamBytes)
            implements ObjectInputFilter.FilterInfo {}

    // ---- fields, in hooks

    @Override
    public void defaultReadObject() throws IOException, ClassNotFoundException {
        takeFields();
        if (currentSlot.targets() == null) {
            fieldsRead = false;
            MethodHandle method = currentSlot.local().defaultRead;
            try {
                method.invoke(current, (ObjectInputStream) this);
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
            readFields(current, currentSlot.described(), currentSlot.targets(), null);
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

    /** Returns whether there are fields; a writeObject method may have written none. */
    private boolean enterFields() throws IOException {
        if (!plain) {
            if (blockRest > 0) {
                throw corrupted("unread block data");
            }
            if (peekCode() != FIELDS) {
                return false;
            }
            position += 4;
        }
        inBlocks = false;
        return true;
    }

    @Override
    public GetField readFields() throws IOException, ClassNotFoundException {
        takeFields();
        StreamClass described = currentSlot.described();
        Object[] values = new Object[described.fields.length];
        boolean[] given = new boolean[1];
        if (enterFields()) {
            given[0] = true;
            try {
                readFields(null, described, null, values);
            } finally {
                inBlocks = true;
            }
        }
        return new Fields(currentSlot, values, given[0]);
    }

    /** Values of fields by name. */
    private static final class Fields extends GetField {
        private final StreamClass.Slot slot;
        private final Object[] values;
        private final boolean given;

        Fields(StreamClass.Slot slot, Object[] values, boolean given) {
            this.slot = slot;
            this.values = values;
            this.given = given;
        }

        @Override
        public ObjectStreamClass getObjectStreamClass() {
            return slot.local() != null ? slot.local().description : slot.described().description;
        }

        /** Index among the stream's fields; -1 where only this side has the field. */
        private int index(String name, Class<?> type) {
            for (int i = 0; i < slot.described().fields.length; i++) {
                StreamClass.StreamField field = slot.described().fields[i];
                if (field.name().equals(name)) {
                    boolean primitive = field.size() > 0;
                    if (type == null ? primitive : !primitive || Defaults.primitive(field.type()) != type) {
                        throw new IllegalArgumentException("no such field " + name + " with type " + type);
                    }
                    return given ? i : -1;
                }
            }
            ObjectStreamField own = slot.local().description.getField(name);
            if (own == null || (type == null ? own.isPrimitive() : own.getType() != type)) {
                throw new IllegalArgumentException("no such field " + name + " with type " + type);
            }
            return -1;
        }

        @Override
        public boolean defaulted(String name) {
            for (int i = 0; i < slot.described().fields.length; i++) {
                if (slot.described().fields[i].name().equals(name)) {
                    return !given;
                }
            }
            if (slot.local().description.getField(name) == null) {
                throw new IllegalArgumentException("no such field " + name);
            }
            return true;
        }

        private Object value(String name, Class<?> type, Object otherwise) {
            int index = index(name, type);
            return index < 0 ? otherwise : values[index];
        }

        @Override
        public boolean get(String name, boolean otherwise) {
            return (boolean) value(name, boolean.class, otherwise);
        }

        @Override
        public byte get(String name, byte otherwise) {
            return (byte) value(name, byte.class, otherwise);
        }

        @Override
        public char get(String name, char otherwise) {
            return (char) value(name, char.class, otherwise);
        }

        @Override
        public short get(String name, short otherwise) {
            return (short) value(name, short.class, otherwise);
        }

        @Override
        public int get(String name, int otherwise) {
            return (int) value(name, int.class, otherwise);
        }

        @Override
        public long get(String name, long otherwise) {
            return (long) value(name, long.class, otherwise);
        }

        @Override
        public float get(String name, float otherwise) {
            return (float) value(name, float.class, otherwise);
        }

        @Override
        public double get(String name, double otherwise) {
            return (double) value(name, double.class, otherwise);
        }

        @Override
        public Object get(String name, Object otherwise) {
            Object value = value(name, null, otherwise);
            return value instanceof ClassNotFoundException && value != otherwise ? null : value;
        }
    }

    @Override
    public void registerValidation(ObjectInputValidation object, int priority)
            throws NotActiveException, InvalidObjectException {
        if (calls == 0) {
            throw new NotActiveException("stream inactive");
        }
        if (object == null) {
            throw new InvalidObjectException("null callback");
        }
        validations.add(new Validation(object, priority));
    }

    private void validate() throws InvalidObjectException {
        if (!validations.isEmpty()) {
            validations.sort(Comparator.comparingInt(Validation::priority).reversed());
            for (Validation each : List.copyOf(validations)) {
                each.object().validateObject();
            }
        }
    }

    private void clear() {
        Arrays.fill(objects, 0, handles, null);
        missing = null;
        handles = 0;
        if (!message) {
            classes.clear();
            matched.clear();
        }
        last = NO_OBJECT;
    }

    // ---- bytes

    private static StreamCorruptedException corrupted(String what) {
        return new StreamCorruptedException(what);
    }

    /** Sees that so many bytes are at the position, reading chunks as they are needed. */
    private void require(long count) throws IOException {
        if (count > limit - position) {
            fill(count);
        }
    }

    private void fill(long count) throws IOException {
        while (count > limit - position) {
            if (chunkRest == 0 && !nextChunk()) {
                throw new EOFException();
            }
            if (position > 0) {
                System.arraycopy(bytes, position, bytes, 0, limit - position);
                limit -= position;
                position = 0;
            }
            int step = Math.min(chunkRest, LARGEST_STEP);
            if (limit + step > bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8,
                        Math.max(2L * bytes.length, (long) limit + step)));
            }
            int read = in.read(bytes, limit, step);
            if (read <= 0) {
                throw new EOFException();
            }
            limit += read;
            chunkRest -= read;
            streamBytes += read;
        }
    }

    /** Returns false at the end of the stream beneath. */
    private boolean nextChunk() throws IOException {
        if (message) {
            return false;
        }
        byte[] header = new byte[4];
        int read = in.readNBytes(header, 0, 4);
        if (read == 0) {
            return false;
        } else if (read < 4) {
            throw new EOFException();
        }
        int length = Bytes.getInt(header, 0);
        if (length <= 0) {
            throw corrupted(String.format("invalid stream header: %02X%02X%02X%02X", header[0], header[1], header[2],
                    header[3]));
        }
        chunkRest = length;
        streamBytes += 4;
        return true;
    }

    private boolean isAtEnd() throws IOException {
        return position == limit && chunkRest == 0 && !nextChunk();
    }

    private int readCode() throws IOException {
        require(4);
        position += 4;
        return Bytes.getInt(bytes, position - 4);
    }

    private int peekCode() throws IOException {
        return peekInt(0);
    }

    private int peekInt(int after) throws IOException {
        require(after + 4);
        return Bytes.getInt(bytes, position + after);
    }

    private int readLength(int bytesEach) throws IOException {
        int length = readCode();
        if (length < 0 || (long) length * bytesEach > Integer.MAX_VALUE - 8) {
            throw corrupted("invalid length " + length);
        }
        return length;
    }

    private void enterBlock() throws IOException {
        position += 4;
        int length = readCode();
        if (length < 0) {
            throw corrupted("invalid length " + length + " of a block");
        }
        blockRest = length;
    }

    /** Bytes of the current block, entering the next if one follows; -1 where none does. */
    private int block() throws IOException {
        if (!inBlocks) {
            return Integer.MAX_VALUE;
        }
        while (blockRest == 0) {
            if (isAfterPlainFields() || depth == 0 && calls == 0 && isAtEnd()) {
                return -1;
            }
            while (depth == 0 && calls == 0 && peekCode() == RESET) {
                position += 4;
                clear();
                if (isAtEnd()) {
                    return -1;
                }
            }
            if (peekCode() != BLOCK) {
                return -1;
            }
            enterBlock();
        }
        return blockRest;
    }

    /** Position of so many bytes in one piece, which are consumed. */
    private int take(int count) throws IOException {
        if (inBlocks && blockRest < count && block() < count) {
            return takeAcrossBlocks(count);
        }
        require(count);
        if (inBlocks) {
            blockRest -= count;
        }
        position += count;
        return position - count;
    }

    /** A value whose bytes a program has written one by one, with a flush between. */
    private int takeAcrossBlocks(int count) throws IOException {
        byte[] value = new byte[count];
        for (int i = 0; i < count; i++) {
            if (block() < 0) {
                throw new EOFException();
            }
            require(1);
            value[i] = bytes[position++];
            blockRest--;
        }
        if (position < count) { // room for them before what follows
            byte[] moved = new byte[bytes.length + count];
            System.arraycopy(bytes, position, moved, count, limit - position);
            bytes = moved;
            limit += count - position;
            position = count;
        }
        System.arraycopy(value, 0, bytes, position - count, count);
        return position - count;
    }

    @Override
    public int read() throws IOException {
        return block() < 0 ? -1 : readUnsignedByte();
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (to == null) {
            throw new NullPointerException();
        }
        Objects.checkFromIndexSize(offset, length, to.length);
        if (length == 0) {
            return 0;
        }
        int block = block();
        if (block < 0) {
            return -1;
        }
        require(1);
        int count = Math.min(length, Math.min(block, limit - position));
        int at = take(count);
        System.arraycopy(bytes, at, to, offset, count);
        return count;
    }

    @Override
    public int available() throws IOException {
        if (inBlocks && blockRest == 0 && (limit > position || chunkRest > 0 || in.available() > 0)) {
            block();
        }
        return inBlocks ? blockRest : 0;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        if (calls == 0) {
            clear();
            if (scratch != null) {
                scratch.giveBack(bytes, objects, 0);
                scratch = null;
            }
        }
        in.close();
    }

    @Override
    public boolean readBoolean() throws IOException {
        return readByte() != 0;
    }

    @Override
    public byte readByte() throws IOException {
        int at = take(1); // which may get other bytes
        return bytes[at];
    }

    @Override
    public int readUnsignedByte() throws IOException {
        return readByte() & 0xFF;
    }

    @Override
    public char readChar() throws IOException {
        int at = take(2);
        return (char) Bytes.getBigShort(bytes, at);
    }

    @Override
    public short readShort() throws IOException {
        int at = take(2);
        return Bytes.getBigShort(bytes, at);
    }

    @Override
    public int readUnsignedShort() throws IOException {
        return readShort() & 0xFFFF;
    }

    @Override
    public int readInt() throws IOException {
        int at = take(4);
        return Bytes.getBigInt(bytes, at);
    }

    @Override
    public long readLong() throws IOException {
        int at = take(8);
        return Bytes.getBigLong(bytes, at);
    }

    @Override
    public float readFloat() throws IOException {
        return Float.intBitsToFloat(readInt());
    }

    @Override
    public double readDouble() throws IOException {
        return Double.longBitsToDouble(readLong());
    }

    @Override
    public void readFully(byte[] to) throws IOException {
        readFully(to, 0, to.length);
    }

    @Override
    public void readFully(byte[] to, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, to.length);
        for (int done = 0; done < length; ) {
            int count = read(to, offset + done, length - done);
            if (count < 0) {
                throw new EOFException();
            }
            done += count;
        }
    }

    @Override
    public int skipBytes(int count) throws IOException {
        int skipped = 0;
        while (skipped < count) {
            int block = block();
            if (block < 0) {
                break;
            }
            require(1);
            int step = Math.min(count - skipped, Math.min(block, limit - position));
            take(step);
            skipped += step;
        }
        return skipped;
    }

    @Override
    @Deprecated
    public String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        int c = read();
        if (c < 0) {
            return null;
        }
        for (; c >= 0 && c != '\n'; c = read()) {
            if (c == '\r') {
                if (block() > 0 && (peekByte() == '\n')) {
                    read();
                }
                break;
            }
            line.append((char) c);
        }
        return line.toString();
    }

    private byte peekByte() throws IOException {
        require(1);
        return bytes[position];
    }

    @Override
    public String readUTF() throws IOException {
        int length = readUnsignedShort();
        int at = take(length);
        return ModifiedUtf.get(bytes, at, length);
    }
}
