package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.CLASS;
import static org.rmi4mpi.wire.ObjectCodes.DEFINE;
import static org.rmi4mpi.wire.ObjectCodes.DEFINE_PROXY;
import static org.rmi4mpi.wire.ObjectCodes.DESCRIPTION;
import static org.rmi4mpi.wire.ObjectCodes.EXCEPTION;
import static org.rmi4mpi.wire.ObjectCodes.FIRST_CLASS;
import static org.rmi4mpi.wire.ObjectCodes.LATER;
import static org.rmi4mpi.wire.ObjectCodes.LATER_ONES;
import static org.rmi4mpi.wire.ObjectCodes.NULL;
import static org.rmi4mpi.wire.ObjectCodes.RESET;
import static org.rmi4mpi.wire.ObjectCodes.STRING;
import static org.rmi4mpi.wire.ObjectCodes.WIDE_STRING;

import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.ObjectStreamException;
import java.io.StreamCorruptedException;
import java.io.WriteAbortedException;
import java.lang.reflect.Array;
import org.rmi4mpi.wire.ObjectCodes;

/**
 * Reads an object and everything that it refers to. It owns the other readers of a stream, one for each part of the
 * format, and their shared state: the depth, and the handle of the last object. Owned by one thread. Source: Java
 * Object Serialization Specification, 3.1.
 */
final class ObjectReader implements ShortForm.Reader {
    final ArrayCopyInputStream stream;
    final InputBytes in;
    final ReadHandles handles = new ReadHandles();
    final MissingClasses missing = new MissingClasses();
    final CallerClasses callers = new CallerClasses();
    final BlockReader blocks;
    final FilterCheck filter;
    final DeepGraphReader later;
    final FieldReader fields;
    final RecordReader records;
    final ArrayReader arrays;
    final HookReader hooks;
    final ClassFinder classes;
    final ReadCalls calls;

    /** Nesting of the current object. */
    int depth;
    /** Number of references so far, and of null and of strings among them, for filters. */
    long references;
    long nulls;
    long texts;
    /** The handle of the last object that was read. */
    int last = ReadHandles.NONE;
    /** Whether to call the stream's resolveObject. */
    boolean resolves;

    ObjectReader(ArrayCopyInputStream stream, InputBytes in) {
        this.stream = stream;
        this.in = in;
        blocks = new BlockReader(in, this);
        filter = new FilterCheck(stream, in, this);
        later = new DeepGraphReader(in, missing, this);
        fields = new FieldReader(in, missing, this);
        records = new RecordReader(in, missing, this);
        arrays = new ArrayReader(in, filter, missing, this);
        hooks = new HookReader(stream, in, this);
        classes = new ClassFinder(stream, in, this);
        calls = new ReadCalls(in, this);
    }

    /** Whether no object is being read. */
    boolean isTopLevel() {
        return depth == 0 && !calls.areUnderWay();
    }

    /** Resets the tables of objects. A stream of chunks resets its classes too. */
    void clear() {
        handles.clear();
        missing.clear();
        if (!in.isMessage) {
            classes.clear();
            filter.clear();
        }
        last = ReadHandles.NONE;
    }

    static InvalidObjectException tooDeep() {
        return new InvalidObjectException(ArrayCopyOutputStream.TOO_DEEP);
    }

    // ---- objects that are only fields, and smaller items

    /**
     * Reads a reference. This is one recursive method, too large to be inlined: where the compiler could inline it into
     * its callees, compiling took more than a second, and the code was slower.
     */
    Object readReference(boolean unshared) throws IOException, ClassNotFoundException {
        InputBytes from = in; // a local variable: final fields are reloaded after each call
        references++;
        from.require(4);
        int code = Bytes.getInt(from.bytes, from.position);
        from.position += 4;
        if (code == NULL) {
            nulls++;
            last = ReadHandles.NONE;
            return null;
        } else if (code < 0) {
            return backReference(~code, unshared);
        } else if (code < FIRST_CLASS && code != STRING) {
            return readOther(code, unshared);
        }
        ReadHandles table = handles;
        int handle = table.add();
        Object object;
        if (code == STRING) {
            texts++;
            object = from.readString();
            table.set(handle, object, unshared);
        } else {
            if (++depth > ArrayCopyOutputStream.DEEPEST) {
                throw tooDeep();
            }
            StreamClass type = classes.find(code);
            if (type == null || type.plain == null || filter.isThere()) {
                if (type == null || filter.isThere()) {
                    type = classes.read(code);
                }
                object = readNew(type, handle, unshared);
                depth--;
                return object;
            }
            ClassPlan single = type.single;
            if (single != null) {
                object = newInstance(single);
                table.set(handle, object, unshared);
                int size = single.primitiveBytes;
                from.require(size);
                int at = from.position;
                from.position = at + size;
                single.copier.read(object, from.bytes, at, this, handle);
            } else if (type.value != null) {
                object = type.value.begin(this);
                table.set(handle, object, unshared);
            } else {
                object = newInstance(type.local);
                table.set(handle, object, unshared);
                readPlain(object, type.plain, handle);
            }
            depth--;
        }
        last = handle;
        return resolves ? finish(handle, object, unshared) : object;
    }

    private void readPlain(Object object, ClassPlan[] plans, int handle) throws IOException, ClassNotFoundException {
        for (ClassPlan each : plans) {
            readFields(object, each, handle);
        }
    }

    /** Reads the fields of a class whose writer has the same fields. */
    void readFields(Object object, ClassPlan plan, int handle) throws IOException, ClassNotFoundException {
        int size = plan.primitiveBytes;
        in.require(size);
        in.position += size;
        plan.copier.read(object, in.bytes, in.position - size, this, handle);
    }

    /** Reads the value of a field or an element, for the object with this handle. */
    Object readReferenceOf(int handle, boolean unshared) throws IOException, ClassNotFoundException {
        Object value = readReference(unshared);
        missing.inherit(handle, last);
        return value;
    }

    /** Reads a value that is a new string most often. */
    Object readTextOf(int handle) throws IOException, ClassNotFoundException {
        if (in.limit - in.position < 8 || Bytes.getInt(in.bytes, in.position) != STRING || resolves) {
            return readReferenceOf(handle, false);
        }
        references++;
        texts++;
        in.position += 4;
        int own = handles.add();
        String text = in.readString();
        handles.set(own, text);
        last = own;
        return text;
    }

    private Object backReference(int handle, boolean unshared) throws IOException {
        handles.check(handle);
        if (unshared) {
            throw new InvalidObjectException("cannot read back reference as unshared");
        }
        depth++;
        filter.checkBackReference();
        depth--;
        Object object = handles.get(handle);
        last = handle;
        return object;
    }

    // ---- all other objects

    private Object readOther(int code, boolean unshared) throws IOException, ClassNotFoundException {
        if (code == LATER_ONES) {
            later.read();
            return readReference(unshared);
        } else if (code == RESET) {
            if (depth > 0 || calls.areNested()) {
                throw InputBytes.corrupted("unexpected reset; recursion depth: " + depth);
            }
            clear();
            return readReference(unshared);
        } else if (code == EXCEPTION) {
            throw aborted();
        }
        int handle = handles.add();
        if (++depth > ArrayCopyOutputStream.DEEPEST) {
            throw tooDeep();
        }
        Object object = switch (code) {
            case DEFINE, DEFINE_PROXY -> readNew(classes.read(code), handle, unshared);
            case WIDE_STRING -> finish(handle, filter.counted(in.readWideString()), unshared);
            case LATER -> later.announce(handle, unshared);
            case CLASS -> {
                StreamClass read = classes.read(in.readCode());
                missing.set(handle, read.missing);
                yield keep(handle, read.local == null ? null : read.local.type, unshared);
            }
            case DESCRIPTION -> keep(handle, classes.read(in.readCode()).description(), unshared);
            default -> throw InputBytes.corrupted("invalid code " + code);
        };
        depth--;
        return object;
    }

    private WriteAbortedException aborted() throws IOException, ClassNotFoundException {
        clear();
        int code = in.peekCode();
        if (code == NULL) {
            throw InputBytes.corrupted("a null exception");
        }
        Object cause = readReference(false);
        clear();
        return new WriteAbortedException("writing aborted",
                cause instanceof Exception e ? e : new StreamCorruptedException("no exception: " + cause));
    }

    private Object readNew(StreamClass type, int handle, boolean unshared)
            throws IOException, ClassNotFoundException {
        if (type.elements != null) {
            return arrays.readPrimitives(type, handle, unshared);
        } else if (type.isArray()) {
            return arrays.read(type, handle, unshared);
        } else if (type.has(ObjectCodes.ENUM)) {
            return readEnum(type, handle, unshared);
        }
        type.checkInstantiable();
        ClassPlan plan = type.local;
        if (type.shortData != null && !filter.isThere()) {
            Object value = type.shortData.read(in, this, handle);
            if (value != null) {
                return finish(handle, value, unshared);
            }
        }
        Object object;
        if (plan != null && plan.kind == ClassPlan.Kind.RECORD) {
            handles.set(handle, null, unshared);
            object = records.read(type, plan, handle);
        } else {
            object = readInstance(type, handle, unshared);
        }
        if (object != null && plan.readResolve != null && missing.find(handle) == null) {
            object = resolved(object, plan, unshared);
        }
        return finish(handle, object, unshared);
    }

    /** Null if the class is missing here. */
    private Object readInstance(StreamClass type, int handle, boolean unshared)
            throws IOException, ClassNotFoundException {
        Object object = begin(type);
        handles.set(handle, type.local == null ? null : object, unshared);
        missing.set(handle, type.missing);
        last = handle;
        if (type.has(ObjectCodes.EXTERNALIZABLE)) {
            hooks.readExternalizable(object, handle);
        } else {
            fill(object, type, handle);
        }
        return type.local == null ? null : object;
    }

    private Object readEnum(StreamClass type, int handle, boolean unshared) throws IOException {
        handles.set(handle, null, unshared);
        missing.set(handle, type.missing);
        int ordinal = in.readCode();
        filter.countConstant(type, ordinal);
        return finish(handle, type.local == null ? null : type.constant(ordinal), unshared);
    }

    /** Creates an instance without its content. Null if the class is missing here, unless a codec has to read it. */
    Object begin(StreamClass type) throws IOException {
        if (type.codec != null) {
            filter.countCodec(type.codec);
            return type.codec.begin(this);
        }
        return type.local == null ? null : newInstance(type.local);
    }

    private static Object newInstance(ClassPlan plan) throws InvalidClassException {
        try {
            return plan.copier != null ? plan.copier.newInstance() : plan.newInstance();
        } catch (Throwable e) {
            InvalidClassException invalid = new InvalidClassException(plan.type.getName(), "unable to create instance");
            invalid.initCause(e);
            throw invalid;
        }
    }

    void fill(Object object, StreamClass type, int handle) throws IOException, ClassNotFoundException {
        if (type.codec != null) {
            type.codec.fill(object, this);
            last = handle;
        } else {
            hooks.read(object, type, handle);
        }
    }

    // ---- short forms

    @Override
    public Object readElement(int handle) throws IOException, ClassNotFoundException {
        return readTextOf(handle);
    }

    @Override
    public int trusted(int count) {
        return arrays.trusted(count);
    }

    @Override
    public Object beginStandIn(int handle, Class<?> type) throws InvalidClassException {
        Object object = newInstance(ClassPlan.of(type));
        handles.set(handle, object);
        return object;
    }

    @Override
    public boolean isBytes(int code) {
        StreamClass type = code < FIRST_CLASS || resolves ? null : classes.find(code);
        return type != null && type.elements == Primitive.BYTE;
    }

    @Override
    public void add(byte[] array) {
        handles.set(handles.add(), array);
    }

    @Override
    public void skipRest() throws IOException, ClassNotFoundException {
        hooks.skipRest();
    }

    @Override
    public boolean isLost(int handle) {
        return missing.find(handle) != null;
    }

    // ---- replacements

    private Object resolved(Object object, ClassPlan plan, boolean unshared) throws IOException {
        Object resolved = invokeResolve(plan.readResolve, object);
        if (unshared && resolved != null && resolved.getClass().isArray()) {
            resolved = copyOfArray(resolved);
        }
        if (resolved != object && resolved != null) {
            filter.checkReplacement(resolved);
        }
        return resolved;
    }

    private static Object copyOfArray(Object array) {
        int length = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        return copy;
    }

    private static Object invokeResolve(HookMethod method, Object object) throws IOException {
        try {
            return (Object) method.handle().invokeExact(object);
        } catch (InternalError e) { // collections of the JDK report invalid data by this error
            InvalidObjectException invalid = new InvalidObjectException(e.getMessage());
            invalid.initCause(e);
            throw invalid;
        } catch (ObjectStreamException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException("unexpected exception type", e);
        }
    }

    /** Whether to call the stream's resolveObject for this completed object. */
    boolean replaces(int handle) {
        return resolves && missing.find(handle) == null;
    }

    /** Completes an object, and returns the object that references to it get. */
    Object finish(int handle, Object object, boolean unshared) throws IOException {
        Object result = object;
        if (replaces(handle)) {
            result = stream.resolveObject(object);
            if (result != object && result != null) {
                filter.checkReplacement(result);
            }
        }
        return keep(handle, result, unshared);
    }

    Object keep(int handle, Object object, boolean unshared) {
        handles.set(handle, object, unshared);
        last = handle;
        return object;
    }
}
