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

import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotActiveException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import org.rmi4mpi.wire.ObjectCodes;

/**
 * Writes objects as {@link ObjectOutputStream} does, and can stand in for it, also where a program has a subclass of
 * it; {@link ArrayCopyInputStream} reads them. Only the bytes differ: fixed width, so that fields and arrays are copied
 * rather than encoded ({@link ObjectCodes}).
 *
 * <p>Owned by one thread at a time. Source: Java Object Serialization Specification, chapter 2.
 */
public class ArrayCopyOutputStream extends ObjectOutputStream {
    private static final int CHUNK_HEADER = 4;
    private static final int FIRST_CAPACITY = 1024;
    /** What is written at the top level goes to the stream beneath when there is so much. */
    private static final int FULL_CHUNK = 1 << 15;
    private static final int NO_BLOCK = -1;
    private static final byte[] NOTHING = {};

    private final OutputStream out;
    private byte[] bytes;
    private int position = CHUNK_HEADER;
    /** Where the length of the block stands that is being written. */
    private int block = NO_BLOCK;
    /** Whether primitive values go into blocks: at the top level, and in hooks. */
    private boolean inBlocks;
    /** Whether more than the header was handed to the stream beneath. */
    private boolean streamed;
    private int depth;

    private final HandleTable handles;
    /** Of a message, until its end. */
    private Scratch scratch;
    private final SentClasses classes;
    /** Whether this is one message of many, which know classes of each other; else it is a stream of chunks. */
    private final boolean message;
    /** Those that this message describes, by their numbers. */
    private BitSet defined;
    /** What objects were replaced by; made when the first is. */
    private IdentityHashMap<Object, Object> replaced;
    private boolean replaces;

    /** Of the writeObject method that runs. */
    private Object current;
    private ClassPlan currentPlan;
    private Fields currentFields;
    /** Whether fields that are written by putFields are those of a class without writeObject. */
    private boolean plain;

    /** Writes the header of a stream. */
    @SuppressWarnings("this-escape") // as the JDK's own stream does
    public ArrayCopyOutputStream(OutputStream out) throws IOException {
        if (out == null) {
            throw new NullPointerException("out");
        }
        this.out = out;
        classes = new SentClasses();
        handles = new HandleTable();
        bytes = new byte[FIRST_CAPACITY];
        message = false;
        writeStreamHeader();
        emit();
        inBlocks = true;
    }

    /** Of one message, without a header; to flush is its end, to close without it gives it up. */
    ArrayCopyOutputStream(OutputStream out, SentClasses classes) throws IOException {
        this.out = out;
        scratch = Scratch.take();
        handles = scratch.handles;
        bytes = scratch.bytes;
        this.classes = classes;
        message = true;
        inBlocks = true;
    }

    @Override
    protected void writeStreamHeader() throws IOException {
        writeShort(MAGIC);
        writeShort(VERSION);
    }

    @Override
    public void useProtocolVersion(int version) throws IOException {
        if (streamed || position > CHUNK_HEADER) {
            throw new IllegalStateException("stream non-empty");
        }
        if (version != PROTOCOL_VERSION_1 && version != PROTOCOL_VERSION_2) {
            throw new IllegalArgumentException("unknown version: " + version);
        }
    }

    // ---- objects

    @Override
    protected final void writeObjectOverride(Object object) throws IOException {
        writeAtAnyDepth(object, false);
    }

    @Override
    public void writeUnshared(Object object) throws IOException {
        writeAtAnyDepth(object, true);
    }

    private void writeAtAnyDepth(Object object, boolean unshared) throws IOException {
        try {
            writeNested(object, unshared);
        } catch (IOException e) {
            if (depth == 0) {
                writeException(e);
            }
            throw e;
        }
        if (depth == 0 && !message) {
            emit();
        }
    }

    private void writeNested(Object object, boolean unshared) throws IOException {
        closeBlock();
        boolean before = inBlocks;
        inBlocks = false;
        depth++;
        try {
            writeReference(object, unshared);
        } finally {
            depth--;
            inBlocks = before;
        }
    }

    /** The reader gets the exception that ended the writing, in an independent state. */
    private void writeException(IOException e) throws IOException {
        current = null;
        currentPlan = null;
        currentFields = null;
        closeBlock();
        clear();
        putCode(EXCEPTION);
        try {
            writeNested(e, false);
        } finally {
            clear();
            putCode(RESET);
            emit();
        }
    }

    private void clear() {
        handles.clear();
        if (!message) {
            classes.clear();
        }
        replaced = null;
    }

    @Override
    public void reset() throws IOException {
        if (depth != 0) {
            throw new IOException("stream active");
        }
        closeBlock();
        putCode(RESET);
        clear();
    }

    private void writeReference(Object object, boolean unshared) throws IOException {
        Object written = replaced == null ? object : replaced.getOrDefault(object, object);
        if (written == null) {
            putCode(NULL);
        } else if (!wroteHandle(written, unshared)) {
            ClassPlan plan = ClassPlan.of(written.getClass());
            if (plan.writeReplace != null || replaces) {
                writeReplaced(written, plan, unshared);
            } else {
                writeNew(written, plan, unshared);
            }
        }
    }

    private boolean wroteHandle(Object object, boolean unshared) throws IOException {
        int handle = unshared ? -1 : handles.find(object);
        if (handle >= 0) {
            putCode(~handle);
        }
        return handle >= 0;
    }

    /** Specification, 2.2: first the object's own replacement, for as long as its class changes; then the stream's. */
    private void writeReplaced(Object object, ClassPlan first, boolean unshared) throws IOException {
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
        }
        if (replacement == object) {
            writeNew(object, first, unshared);
            return;
        }
        if (replaced == null) {
            replaced = new IdentityHashMap<>();
        }
        replaced.put(object, replacement);
        if (replacement == null) {
            putCode(NULL);
        } else if (!wroteHandle(replacement, unshared)) {
            writeNew(replacement, ClassPlan.of(replacement.getClass()), unshared);
        }
    }

    private static Object invokeReplace(MethodHandle method, Object object) throws IOException {
        try {
            return method.invoke(object);
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException("unexpected exception in writeReplace", e);
        }
    }

    private void number(Object object, boolean unshared) {
        if (unshared) {
            handles.skip();
        } else {
            handles.add(object);
        }
    }

    private void writeNew(Object object, ClassPlan plan, boolean unshared) throws IOException {
        switch (plan.kind) {
            case STRING -> {
                number(object, unshared);
                writeString((String) object);
            }
            case CLASS -> {
                putCode(CLASS);
                writeClass((Class<?>) object);
                number(object, unshared);
            }
            case DESCRIPTION -> {
                putCode(DESCRIPTION);
                writeDescription((ObjectStreamClass) object);
                number(object, unshared);
            }
            case ARRAY -> {
                writeClass(plan);
                number(object, unshared);
                writeArray(object, plan.type.getComponentType());
            }
            case ENUM -> {
                writeClass(ClassPlan.of(((Enum<?>) object).getDeclaringClass()));
                number(object, unshared);
                writeName(((Enum<?>) object).name());
            }
            case EXTERNALIZABLE -> {
                writeClass(plan);
                number(object, unshared);
                writeExternalizable((Externalizable) object);
            }
            case RECORD -> {
                writeClass(plan);
                number(object, unshared);
                writeFields(object, plan);
            }
            case ORDINARY -> {
                writeClass(plan);
                number(object, unshared);
                writeSlots(object, plan);
            }
            default -> throw new NotSerializableException(plan.type.getName());
        }
    }

    /** A string that is none of the program's own, so that it is not replaced. */
    private void writeName(String name) throws IOException {
        if (!wroteHandle(name, false)) {
            number(name, false);
            writeString(name);
        }
    }

    private void writeString(String text) throws IOException {
        int length = text.length();
        int or = 0;
        for (int i = 0; i < length; i++) {
            or |= text.charAt(i);
        }
        ensure(8L + 2L * length);
        boolean wide = or > 0xFF;
        Bytes.putInt(bytes, position, wide ? WIDE_STRING : STRING);
        Bytes.putInt(bytes, position + 4, length);
        position += 8;
        if (wide) {
            for (int i = 0; i < length; i++) {
                Bytes.putShort(bytes, position + 2 * i, (short) text.charAt(i));
            }
            position += 2 * length;
        } else {
            copyLowBytes(text, length);
            position += length;
        }
    }

    @SuppressWarnings("deprecation") // it is what the characters are, and takes no memory
    private void copyLowBytes(String text, int length) {
        text.getBytes(0, length, bytes, position);
    }

    private void writeArray(Object array, Class<?> component) throws IOException {
        int length = Array.getLength(array);
        putCode(length);
        if (component.isPrimitive()) {
            PrimitiveArrays kind = PrimitiveArrays.of(component);
            ensure((long) length * kind.size);
            kind.copyOut(array, bytes, position, length);
            position += length * kind.size;
            return;
        }
        Object[] elements = (Object[]) array;
        for (int i = 0; i < length; i++) {
            try {
                writeReference(elements[i], false);
            } catch (NotSerializableException e) {
                throw at(e, "element of array (index: " + i + ")");
            }
        }
    }

    private void writeExternalizable(Externalizable object) throws IOException {
        Object outer = current;
        ClassPlan outerPlan = currentPlan;
        Fields outerFields = currentFields;
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

    private void writeSlots(Object object, ClassPlan plan) throws IOException {
        if (plan.parent != null) {
            writeSlots(object, plan.parent);
        }
        if (plan.writeObject == null) {
            writeFields(object, plan);
        } else {
            writeByHook(object, plan);
        }
    }

    private void writeByHook(Object object, ClassPlan plan) throws IOException {
        enterHook(object, plan, false, plan.writeObject);
        closeBlock();
        putCode(END);
    }

    /** Runs a method that takes the object and this stream, and may ask for its fields. */
    private void enterHook(Object object, ClassPlan plan, boolean plainFields, MethodHandle method)
            throws IOException {
        Object outer = current;
        ClassPlan outerPlan = currentPlan;
        Fields outerFields = currentFields;
        boolean outerPlain = plain;
        boolean before = inBlocks;
        current = object;
        currentPlan = plan;
        currentFields = null;
        plain = plainFields;
        inBlocks = !plainFields;
        try {
            method.invoke(object, (ObjectOutputStream) this);
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException("unexpected exception type", e);
        } finally {
            inBlocks = before;
            plain = outerPlain;
            current = outer;
            currentPlan = outerPlan;
            currentFields = outerFields;
        }
    }

    /** The fields of one class of the object. */
    private void writeFields(Object object, ClassPlan plan) throws IOException {
        FieldAccess[] fields = plan.fields;
        if (fields == null) {
            if (plan.defaultWrite == null) {
                throw new InvalidClassException(plan.type.getName(), "its module is closed to serializers");
            }
            enterHook(object, plan, true, plan.defaultWrite);
            return;
        }
        if (plan.refusal != null) {
            throw new InvalidClassException(plan.type.getName(), plan.refusal);
        }
        ensure(plan.primitiveBytes);
        int at = position;
        position += plan.primitiveBytes;
        for (FieldAccess field : fields) {
            if (field.size > 0) {
                field.copyOut(object, bytes, at);
                at += field.size;
            } else {
                writeField(object, plan, field);
            }
        }
    }

    private void writeField(Object object, ClassPlan plan, FieldAccess field) throws IOException {
        try {
            writeReference(field.get(object), field.field.isUnshared());
        } catch (NotSerializableException e) {
            throw at(e, "field (class \"" + plan.type.getName() + "\", name: \"" + field.field.getName() + "\", type: \""
                    + field.field.getType().getName() + "\")");
        }
    }

    /** Adds a step of the path to the object that is not serializable. */
    private static NotSerializableException at(NotSerializableException e, String step) {
        NotSerializableException longer = new NotSerializableException(e.getMessage() + "\n\t- " + step);
        longer.setStackTrace(e.getStackTrace());
        return longer;
    }

    // ---- classes

    private void writeClass(Class<?> type) throws IOException {
        writeClass(ClassPlan.of(type));
    }

    private void writeClass(ClassPlan plan) throws IOException {
        int id = classes.find(plan);
        if (id >= 0 && (classes.isKnown(id) || defined != null && defined.get(id))) {
            putCode(FIRST_CLASS + id);
            return;
        }
        id = id >= 0 ? id : classes.assign(plan);
        if (message) {
            defined = defined == null ? new BitSet() : defined;
            defined.set(id);
        } else {
            classes.learned(id + 1); // it is read in order
        }
        if (plan.isProxy()) {
            putCode(DEFINE_PROXY);
            putCode(id);
            Class<?>[] interfaces = plan.type.getInterfaces();
            putCode(interfaces.length);
            for (Class<?> each : interfaces) {
                writeUTF(each.getName());
            }
            annotate(() -> annotateProxyClass(plan.type));
        } else {
            putCode(DEFINE);
            putCode(id);
            writeClassDescriptor(plan.description);
            annotate(() -> annotateClass(plan.type));
        }
        if (plan.parent == null) {
            putCode(NULL);
        } else {
            writeClass(plan.parent);
        }
    }

    /** A description may be of a class that is not here. */
    private void writeDescription(ObjectStreamClass description) throws IOException {
        if (description.forClass() != null) {
            writeClass(description.forClass());
            return;
        }
        putCode(DEFINE);
        putCode(classes.assign()); // a number that nothing refers to
        writeClassDescriptor(description);
        putCode(END);
        putCode(NULL);
    }

    private interface Annotation {
        void write() throws IOException;
    }

    private void annotate(Annotation annotation) throws IOException {
        inBlocks = true;
        try {
            annotation.write();
        } finally {
            inBlocks = false;
        }
        closeBlock();
        putCode(END);
    }

    @Override
    protected void writeClassDescriptor(ObjectStreamClass description) throws IOException {
        Class<?> type = description.forClass();
        ClassPlan plan = type == null ? null : ClassPlan.of(type);
        ObjectStreamField[] fields = description.getFields();
        writeUTF(description.getName());
        writeLong(description.getSerialVersionUID());
        writeByte(plan == null ? ObjectCodes.SERIALIZABLE : flags(plan));
        writeShort(fields.length);
        for (ObjectStreamField field : fields) {
            writeByte(field.getTypeCode());
            writeUTF(field.getName());
            if (!field.isPrimitive()) {
                writeUTF(field.getTypeString());
            }
        }
    }

    static int flags(ClassPlan plan) {
        return switch (plan.kind) {
            case ENUM -> ObjectCodes.SERIALIZABLE | ObjectCodes.ENUM;
            case EXTERNALIZABLE -> ObjectCodes.EXTERNALIZABLE;
            case NOT_SERIALIZABLE -> 0;
            default -> ObjectCodes.SERIALIZABLE | (plan.writeObject != null ? ObjectCodes.WRITE_METHOD : 0);
        };
    }

    @Override
    protected void annotateClass(Class<?> type) throws IOException {}

    @Override
    protected void annotateProxyClass(Class<?> type) throws IOException {}

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

    // ---- fields, in hooks

    @Override
    public void defaultWriteObject() throws IOException {
        if (current == null) {
            throw new NotActiveException("not in call to writeObject");
        }
        if (currentPlan.fields == null) {
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

    @Override
    public PutField putFields() throws IOException {
        if (currentFields == null) {
            if (current == null) {
                throw new NotActiveException("not in call to writeObject");
            }
            currentFields = new Fields(currentPlan.description);
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

    /** Values of fields by name, until they are written. */
    private final class Fields extends PutField {
        private final ObjectStreamClass description;
        private final ObjectStreamField[] fields;
        private final Object[] values;

        Fields(ObjectStreamClass description) {
            this.description = description;
            fields = description.getFields();
            values = new Object[fields.length];
        }

        private void put(String name, Class<?> type, Object value) {
            ObjectStreamField field = description.getField(name);
            if (field == null || (type == null ? field.isPrimitive() : field.getType() != type)) {
                throw new IllegalArgumentException("no such field " + name + " with type "
                        + (type == null ? "class java.lang.Object" : type));
            }
            for (int i = 0; i < fields.length; i++) {
                if (fields[i].getName().equals(name)) {
                    values[i] = value;
                }
            }
        }

        @Override
        public void put(String name, boolean value) {
            put(name, boolean.class, value);
        }

        @Override
        public void put(String name, byte value) {
            put(name, byte.class, value);
        }

        @Override
        public void put(String name, char value) {
            put(name, char.class, value);
        }

        @Override
        public void put(String name, short value) {
            put(name, short.class, value);
        }

        @Override
        public void put(String name, int value) {
            put(name, int.class, value);
        }

        @Override
        public void put(String name, long value) {
            put(name, long.class, value);
        }

        @Override
        public void put(String name, float value) {
            put(name, float.class, value);
        }

        @Override
        public void put(String name, double value) {
            put(name, double.class, value);
        }

        @Override
        public void put(String name, Object value) {
            put(name, null, value);
        }

        @Override
        @Deprecated
        public void write(java.io.ObjectOutput to) throws IOException {
            if (to != ArrayCopyOutputStream.this) {
                throw new IllegalArgumentException("wrong stream");
            }
            writeFields();
        }

        private void write() throws IOException {
            for (int i = 0; i < fields.length; i++) {
                if (fields[i].isPrimitive()) {
                    putPrimitive(fields[i].getTypeCode(), values[i]);
                }
            }
            for (int i = 0; i < fields.length; i++) {
                if (!fields[i].isPrimitive()) {
                    writeReference(values[i], fields[i].isUnshared());
                }
            }
        }

        private void putPrimitive(char type, Object value) throws IOException {
            int size = FieldAccess.sizeOf(type);
            ensure(size);
            Defaults.put(type, value, bytes, position);
            position += size;
        }
    }

    // ---- bytes

    private void ensure(long more) throws IOException {
        if (more > bytes.length - position) {
            grow(more);
        }
    }

    private void grow(long more) throws IOException {
        long wanted = position + more;
        if (wanted > Integer.MAX_VALUE - 8) {
            throw new IOException("a chunk of " + wanted + " bytes > " + (Integer.MAX_VALUE - 8)
                    + ": write the objects one by one");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(wanted, 2L * bytes.length)));
    }

    private void putCode(int code) throws IOException {
        ensure(4);
        Bytes.putInt(bytes, position, code);
        position += 4;
    }

    /** Makes room for bytes that a program writes, in a block where there have to be blocks. */
    private void makeRoom(long more) throws IOException {
        if (inBlocks && block == NO_BLOCK) {
            if (depth == 0 && position > FULL_CHUNK) {
                emit();
            }
            putCode(BLOCK);
            block = position;
            putCode(0);
        }
        ensure(more);
    }

    private void closeBlock() {
        if (block != NO_BLOCK) {
            Bytes.putInt(bytes, block, position - block - 4);
            block = NO_BLOCK;
        }
    }

    /** Hands what was written to the stream beneath, as a chunk. */
    private void emit() throws IOException {
        closeBlock();
        int length = position - CHUNK_HEADER;
        if (length > 0) {
            Bytes.putInt(bytes, 0, length);
            position = CHUNK_HEADER;
            streamed = streamed || inBlocks;
            out.write(bytes, message ? CHUNK_HEADER : 0, message ? length : CHUNK_HEADER + length);
            if (!message && bytes.length > 64 * FIRST_CAPACITY) {
                bytes = new byte[FIRST_CAPACITY];
            }
        }
    }

    @Override
    public void flush() throws IOException {
        if (depth == 0) {
            emit();
        }
        if (scratch != null && depth == 0) {
            end();
        }
        out.flush();
    }

    private void end() {
        scratch.giveBack(bytes, scratch.objects, 0);
        scratch = null;
        bytes = NOTHING;
    }

    @Override
    protected void drain() throws IOException {
        if (depth == 0) {
            emit();
        }
    }

    @Override
    public void close() throws IOException {
        if (message) { // one that was not flushed is given up
            if (scratch != null) {
                end();
            }
            return;
        }
        flush();
        clear();
        out.close();
    }

    @Override
    public void write(int value) throws IOException {
        writeByte(value);
    }

    @Override
    public void write(byte[] from) throws IOException {
        write(from, 0, from.length);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        if (from == null) {
            throw new NullPointerException();
        }
        java.util.Objects.checkFromIndexSize(offset, length, from.length);
        if (length == 0) {
            return;
        }
        makeRoom(length);
        System.arraycopy(from, offset, bytes, position, length);
        position += length;
        endItem();
    }

    @Override
    public void writeBoolean(boolean value) throws IOException {
        writeByte(value ? 1 : 0);
    }

    @Override
    public void writeByte(int value) throws IOException {
        makeRoom(1);
        bytes[position++] = (byte) value;
        endItem();
    }

    @Override
    public void writeShort(int value) throws IOException {
        makeRoom(2);
        Bytes.putBigShort(bytes, position, (short) value);
        position += 2;
        endItem();
    }

    @Override
    public void writeChar(int value) throws IOException {
        writeShort(value);
    }

    @Override
    public void writeInt(int value) throws IOException {
        makeRoom(4);
        Bytes.putBigInt(bytes, position, value);
        position += 4;
        endItem();
    }

    @Override
    public void writeLong(long value) throws IOException {
        makeRoom(8);
        Bytes.putBigLong(bytes, position, value);
        position += 8;
        endItem();
    }

    @Override
    public void writeFloat(float value) throws IOException {
        writeInt(Float.floatToIntBits(value));
    }

    @Override
    public void writeDouble(double value) throws IOException {
        writeLong(Double.doubleToLongBits(value));
    }

    @Override
    public void writeBytes(String text) throws IOException {
        makeRoom(text.length());
        copyLowBytes(text, text.length());
        position += text.length();
        endItem();
    }

    @Override
    public void writeChars(String text) throws IOException {
        makeRoom(2L * text.length());
        for (int i = 0; i < text.length(); i++) {
            Bytes.putBigShort(bytes, position + 2 * i, (short) text.charAt(i));
        }
        position += 2 * text.length();
        endItem();
    }

    /** Bytes of a text as {@link java.io.DataOutput} has them, after their number in two. */
    @Override
    public void writeUTF(String text) throws IOException {
        long length = ModifiedUtf.length(text);
        if (length > 0xFFFF) {
            throw new java.io.UTFDataFormatException("encoded string of " + length + " bytes > 65535");
        }
        makeRoom(2 + length);
        Bytes.putBigShort(bytes, position, (short) length);
        position = ModifiedUtf.put(text, bytes, position + 2);
        endItem();
    }

    private void endItem() throws IOException {
        if (depth == 0 && inBlocks && position > FULL_CHUNK) {
            emit();
        }
    }
}
