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
import static org.rmi4mpi.wire.ObjectCodes.LATER;
import static org.rmi4mpi.wire.ObjectCodes.LATER_ONES;
import static org.rmi4mpi.wire.ObjectCodes.MAGIC;
import static org.rmi4mpi.wire.ObjectCodes.NULL;
import static org.rmi4mpi.wire.ObjectCodes.RESET;
import static org.rmi4mpi.wire.ObjectCodes.STRING;
import static org.rmi4mpi.wire.ObjectCodes.VERSION;
import static org.rmi4mpi.wire.ObjectCodes.WIDE_STRING;

import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.NotActiveException;
import java.io.ObjectInputStream;
import java.io.ObjectInputValidation;
import java.io.ObjectStreamException;
import java.io.OptionalDataException;
import java.io.StreamCorruptedException;
import java.io.WriteAbortedException;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.rmi4mpi.wire.ObjectCodes;
import sun.reflect.ReflectionFactory;

/**
 * Reads what {@link ArrayCopyOutputStream} has written, as {@link ObjectInputStream} does, and can stand in for it, also
 * where a program has a subclass of it.
 *
 * <p>Owned by one thread at a time. Source: Java Object Serialization Specification, chapter 3.
 */
public class ArrayCopyInputStream extends FieldInputStream {
    /** More references than this are not kept for the next message. */
    private static final int LARGEST_KEPT = 1 << 14;
    private static final Object UNSHARED = new Object();
    /** Room for elements that are only said to come, of a collection within so many objects: each may say the same. */
    private static final int LEAST_TRUST = 64;
    private static final int DEEP_TRUST = 16;
    /** Bytes of a stream that are waited for before an array is made that they are the elements of. */
    private static final int LARGEST_LOOK_AHEAD = 1 << 30;

    /** Nested calls of readObject. */
    private int calls;
    /** Bytes that the elements of arrays take at least which have begun. */
    private long owed;
    private boolean closed;
    private boolean resolves;

    private Object[] objects;
    private int handles;
    private boolean failed;
    /** Whether what comes next is not the beginning of an object. */
    private boolean broken;
    /** The class of a plain object that was read before, and its code. */
    private StreamClass recent;
    private int recentCode;
    /** Whether this and the tables may be kept for the next message: their loader is there for good. */
    private boolean keeps;
    /** Null while there is none. */
    private List<Validation> validations;
    /** Whether they run. */
    private boolean validates;
    /** Objects that have been announced, in the order in which they come. */
    private ArrayDeque<Announced> later;
    /** What one of them needs, and by it the object that is read at the top level. */
    private ClassNotFoundException missingLater;

    private record Validation(ObjectInputValidation object, int priority) {}

    private record Announced(Object object, StreamClass stream, int handle, int length, int depth) {}

    /** Reads the header of a stream, and waits for it. */
    @SuppressWarnings("this-escape") // as the JDK's own stream does
    public ArrayCopyInputStream(InputStream in) throws IOException {
        super(in);
        objects = new Object[16];
        readStreamHeader();
        inBlocks = true;
    }

    /** Of messages, one after the other. */
    ArrayCopyInputStream() throws IOException {
        objects = new Object[32];
        inBlocks = true;
    }

    /** Begins a message, without a header; to close is its end. */
    final void begin(
            ByteBuffer message, LearnedClasses ofWriter, ClassLoader loader, Serializer.ArraysApart apart) {
        begin(message, apart);
        LearnedClasses.Table table = ofWriter.of(loader);
        if (classes != ofWriter || matched != table) {
            classes = ofWriter;
            matched = table;
            forgetRecent();
        }
        keeps = ClassPlan.isLasting(loader);
        filterIsFixed = false;
        closed = false;
        failed = false;
        broken = false;
        references = 0;
    }

    /** Whether the next message would be read as it is by a new stream: filters are given to streams once. */
    final boolean isAsNew() {
        return !guarded && getObjectInputFilter() == null && FiltersOfProcess.areNone();
    }

    @Override
    protected void readStreamHeader() throws IOException {
        short magic = readShort();
        short version = readShort();
        if (magic != MAGIC || version != VERSION) {
            throw new StreamCorruptedException(String.format("invalid stream header: %04X%04X", magic, version));
        }
    }

    @Override
    final boolean isTopLevel() {
        return depth == 0 && calls == 0;
    }

    // ---- objects

    @Override
    protected final Object readObjectOverride() throws IOException, ClassNotFoundException {
        return calls > 0 ? readWithin(false) : readAtTop(false);
    }

    @Override
    public Object readUnshared() throws IOException, ClassNotFoundException {
        return calls > 0 ? readWithin(true) : readAtTop(true);
    }

    private Object readAtTop(boolean unshared) throws IOException, ClassNotFoundException {
        if (!filterIsFixed) {
            fixFilter();
            if (filter != null) {
                forgetRecent();
            }
        }
        if (broken) {
            throw corrupted("the object before was not read to its end, since its classes or its bytes are not right");
        }
        forgetCaller();
        failed = true;
        calls = 1;
        owed = 0;
        try {
            Object object = readNested(unshared);
            if (later != null || missing != null || validations != null) {
                complete();
            }
            failed = false;
            return object;
        } catch (StackOverflowError e) {
            if (ArrayCopyOutputStream.isReal(e)) {
                throw (IOException) tooDeep().initCause(e);
            }
            throw e;
        } catch (InvalidClassException | StreamCorruptedException e) {
            broken = isOwn(e);
            throw e;
        } finally {
            last = NO_OBJECT;
            depth = 0;
            calls = 0;
            if (failed || later != null || validations != null || closed) {
                endOfCall();
            }
        }
    }

    /** Whether it was thrown here, in the midst of an object, and not by a method of the program. */
    private static boolean isOwn(ObjectStreamException e) {
        StackTraceElement[] trace = e.getStackTrace();
        return trace.length > 0 && trace[0].getClassName().startsWith(ArrayCopyInputStream.class.getPackageName());
    }

    /** What an object of the top level needs beyond what was read with it, and what is said of it. */
    private void complete() throws IOException, ClassNotFoundException {
        if (later != null) {
            readLaterOnes();
        }
        if (missingLater != null && last != NO_OBJECT && missing(last) == null) {
            setMissing(last, missingLater);
        }
        ClassNotFoundException absent = missing(last);
        if (absent != null) {
            throw absent;
        }
        validate();
    }

    /** In a method of an object that is being read. */
    private Object readWithin(boolean unshared) throws IOException, ClassNotFoundException {
        int outer = last;
        int outerDepth = depth;
        long outerOwed = owed;
        calls++;
        try {
            Object object = readNested(unshared);
            inherit(outer, last);
            ClassNotFoundException absent = missing(last);
            if (absent != null) {
                throw absent;
            }
            return object;
        } finally {
            last = outer;
            depth = outerDepth;
            owed = outerOwed;
            calls--;
        }
    }

    private void endOfCall() {
        validations = null;
        validates = false;
        later = null;
        missingLater = null;
        depthBefore = 0;
        if (closed) {
            clear();
        }
    }

    private static InvalidObjectException tooDeep() {
        return new InvalidObjectException("objects within objects, more than " + ArrayCopyOutputStream.DEEPEST
                + " of them or than the stack has room for");
    }

    private Object readNested(boolean unshared) throws IOException, ClassNotFoundException {
        boolean before = inBlocks;
        if (!before || isObjectNext()) {
            // nothing is to be passed over
        } else if (isAfterPlainFields()) {
            throw optionalData(0);
        } else {
            if (blockRest > 0) {
                throw optionalData(blockRest);
            }
            passWhatIsNothing();
            int code = depth == 0 && isAtEnd() ? NULL : peekCode();
            if (code == BLOCK) {
                enterBlock();
                throw optionalData(blockRest);
            } else if (code == END) {
                throw optionalData(0);
            } else if (code == FIELDS) {
                if (areFieldsObjects()) {
                    position += 4; // and are read as such, one by one
                } else {
                    skipFields();
                }
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

    /** Whether an object of a class that is known comes next, most surely. */
    private boolean isObjectNext() {
        return blockRest == 0 && limit - position >= 4 && Bytes.getInt(bytes, position) >= FIRST_CLASS
                && !isAfterPlainFields();
    }

    /** Empty blocks, and resets between objects. */
    private void passWhatIsNothing() throws IOException {
        while (!(depth == 0 && isAtEnd())) {
            int code = peekCode();
            if (code == BLOCK && peekInt(4) == 0) {
                position += 8;
            } else if (code == RESET && depth == 0 && calls == 1) {
                position += 4;
                clear();
            } else {
                return;
            }
        }
    }

    private static OptionalDataException optionalData(int length) {
        OptionalDataException e = ReflectionFactory.getReflectionFactory()
                .newOptionalDataExceptionForSerialization(length == 0);
        e.length = length;
        return e;
    }

    /**
     * One method, which calls itself, and so large that it is not inlined: where the compiler could inline it into what
     * it calls it took more than a second to compile, and the code was slower.
     */
    @Override
    final Object readReference(boolean unshared) throws IOException, ClassNotFoundException {
        references++;
        if (limit - position < 4) {
            require(4);
        }
        int code = Bytes.getInt(bytes, position);
        position += 4;
        if (code == NULL) {
            last = NO_OBJECT;
            return null;
        } else if (code < 0) {
            return backReference(~code, unshared);
        } else if (code < FIRST_CLASS && code != STRING) {
            return readOther(code, unshared);
        }
        int handle = handles;
        if (handle == objects.length) {
            objects = Arrays.copyOf(objects, 2 * handle);
        }
        handles = handle + 1;
        Object object;
        if (code == STRING) {
            object = readString();
            objects[handle] = unshared ? UNSHARED : object;
        } else {
            if (++depth > ArrayCopyOutputStream.DEEPEST) {
                throw tooDeep();
            }
            StreamClass stream = recent;
            if (code != recentCode) {
                stream = matched.find(code - FIRST_CLASS);
                if (stream == null || stream.plain == null || filter != null) {
                    if (stream == null || filter != null) {
                        stream = readClass(code);
                    }
                    object = readNew(stream, handle, unshared);
                    depth--;
                    return object;
                }
                recent = stream;
                recentCode = code;
            }
            ClassPlan single = stream.single;
            if (single != null) {
                object = newInstance(single);
                objects[handle] = unshared ? UNSHARED : object;
                int size = single.primitiveBytes;
                if (size > limit - position) {
                    require(size);
                }
                position += size;
                single.copier.read(object, bytes, position - size, this, handle);
            } else if (stream.value != null) {
                object = stream.value.begin(this);
                objects[handle] = unshared ? UNSHARED : object;
            } else {
                object = newInstance(stream.local);
                objects[handle] = unshared ? UNSHARED : object;
                readPlain(object, stream.plain, handle);
            }
            depth--;
        }
        last = handle;
        return resolves ? finish(handle, object, unshared, true) : object;
    }

    private void readPlain(Object object, ClassPlan[] plans, int handle) throws IOException, ClassNotFoundException {
        for (ClassPlan each : plans) {
            readSameFields(object, each, handle);
        }
    }

    @Override
    final void readBy(FieldCopier copier, Object object, int at, int handle)
            throws IOException, ClassNotFoundException {
        copier.read(object, bytes, at, this, handle);
    }

    @Override
    final Object newRecordBy(FieldCopier copier, int at, int handle) throws Throwable {
        return copier.newRecord(bytes, at, this, handle);
    }

    /** What a field or an element of the object with the handle refers to. */
    final Object readReferenceOf(int handle, boolean unshared) throws IOException, ClassNotFoundException {
        Object value = readReference(unshared);
        if (missing != null) {
            inherit(handle, last);
        }
        return value;
    }

    /** The same, of one that most often refers to a string that was not there before. */
    final Object readTextOf(int handle) throws IOException, ClassNotFoundException {
        if (limit - position < 8 || Bytes.getInt(bytes, position) != STRING || resolves) {
            return readReferenceOf(handle, false);
        }
        references++;
        position += 4;
        int own = number(null);
        String text = readString();
        objects[own] = text;
        last = own;
        return text;
    }

    private Object readOther(int code, boolean unshared) throws IOException, ClassNotFoundException {
        if (code == LATER_ONES) {
            readAnnounced();
            return readReference(unshared);
        } else if (code == RESET) {
            if (depth > 0 || calls > 1) {
                throw corrupted("unexpected reset; recursion depth: " + depth);
            }
            clear();
            return readReference(unshared);
        } else if (code == EXCEPTION) {
            throw aborted();
        }
        int handle = number(null);
        if (++depth > ArrayCopyOutputStream.DEEPEST) {
            throw tooDeep();
        }
        Object object = switch (code) {
            case DEFINE, DEFINE_PROXY -> readNew(readClass(code), handle, unshared);
            case WIDE_STRING -> finish(handle, readWideString(), unshared, true);
            case LATER -> announce(handle, unshared);
            case CLASS -> {
                StreamClass stream = readClass(readCode());
                setMissing(handle, stream.missing);
                yield finish(handle, stream.local == null ? null : stream.local.type, unshared, false);
            }
            case DESCRIPTION -> finish(handle, readClass(readCode()).description(), unshared, false);
            default -> throw corrupted("invalid code " + code);
        };
        depth--;
        return object;
    }

    /** An object whose data comes later. */
    private Object announce(int handle, boolean unshared) throws IOException, ClassNotFoundException {
        StreamClass stream = readClass(readCode());
        Object object;
        int length = 0;
        if (stream.elements != null) {
            throw corrupted("an array of primitive values that comes later");
        } else if (stream.isArray()) {
            length = readLength(4);
            filter(stream.local == null ? null : stream.local.type, length);
            object = newElements(stream, length);
        } else {
            stream.checkInstantiable();
            if (stream.local != null ? !stream.local.canWait : stream.codec != null && !stream.codec.canWait()) {
                throw new InvalidClassException(stream.name, "is read by methods of its own here, and not by the"
                        + " writer, which has nested it deeply");
            }
            object = stream.codec != null ? stream.codec.announced() : begin(stream);
        }
        setMissing(handle, stream.missing);
        if (later == null) {
            later = new ArrayDeque<>();
        }
        later.add(new Announced(object, stream, handle, length, depth + depthBefore));
        return finish(handle, stream.local == null ? null : object, unshared, false);
    }

    private void readLaterOnes() throws IOException, ClassNotFoundException {
        if (!later.isEmpty()) {
            int root = last;
            int code = readCode();
            if (code != LATER_ONES) {
                throw corrupted("code " + code + " where " + later.size() + " objects should come");
            }
            inBlocks = false;
            try {
                readAnnounced();
            } finally {
                inBlocks = true;
            }
            last = root;
        }
    }

    private void readAnnounced() throws IOException, ClassNotFoundException {
        int before = depthBefore;
        int outer = last;
        while (later != null && !later.isEmpty()) {
            Announced each = later.remove();
            depthBefore = each.depth() - depth;
            last = each.handle();
            if (each.stream().isArray()) {
                readElements((Object[]) each.object(), each.handle(), each.length());
            } else {
                fill(each.object(), each.stream(), each.handle());
            }
            if (resolves && missing(each.handle()) == null && resolveObject(each.object()) != each.object()) {
                throw new InvalidObjectException("resolveObject replaces an object of " + each.object().getClass()
                        + " that is nested too deeply to be replaced");
            }
            if (missingLater == null) {
                missingLater = missing(each.handle());
            }
        }
        depthBefore = before;
        last = outer;
        int code = readCode();
        if (code != END) {
            throw corrupted("code " + code + " where objects that were nested deeply should end");
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
        depth++;
        filter(null, -1);
        depth--;
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

    private Object readNew(StreamClass stream, int handle, boolean unshared)
            throws IOException, ClassNotFoundException {
        if (stream.elements != null) {
            return readPrimitives(stream, handle, unshared);
        } else if (stream.isArray()) {
            return readArray(stream, handle, unshared);
        } else if (stream.has(ObjectCodes.ENUM)) {
            return readEnum(stream, handle, unshared);
        }
        stream.checkInstantiable();
        ClassPlan plan = stream.local;
        Object object;
        if (plan != null && plan.kind == ClassPlan.Kind.RECORD) {
            objects[handle] = unshared ? UNSHARED : null;
            object = readRecord(stream, plan, handle);
        } else {
            object = begin(stream);
            objects[handle] = unshared ? UNSHARED : plan == null ? null : object;
            if (stream.missing != null) {
                setMissing(handle, stream.missing);
            }
            last = handle;
            if (stream.has(ObjectCodes.EXTERNALIZABLE)) {
                readExternalizable(object, handle);
            } else {
                fill(object, stream, handle);
            }
            if (plan == null) {
                object = null;
            }
        }
        if (object != null && plan.readResolve != null && missing(handle) == null) {
            object = resolved(object, plan, unshared);
        }
        return finish(handle, object, unshared, true);
    }

    /** A new instance, without what is in it; null of a class that is not here, unless a codec has to read it. */
    private Object begin(StreamClass stream) throws IOException {
        if (stream.codec != null) {
            return stream.codec.begin(this);
        }
        return stream.local == null ? null : newInstance(stream.local);
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

    private void fill(Object object, StreamClass stream, int handle) throws IOException, ClassNotFoundException {
        if (stream.codec != null) {
            stream.codec.fill(object, this);
            last = handle;
        } else {
            readSlots(object, stream, handle);
        }
    }

    private Object resolved(Object object, ClassPlan plan, boolean unshared) throws IOException {
        Object resolved = invokeResolve(plan.readResolve, object);
        if (unshared && resolved != null && resolved.getClass().isArray()) {
            resolved = copyOfArray(resolved);
        }
        if (resolved != object && resolved != null) {
            filter(resolved.getClass(), resolved.getClass().isArray() ? Array.getLength(resolved) : -1);
        }
        return resolved;
    }

    private static Object copyOfArray(Object array) {
        int length = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        return copy;
    }

    private static Object invokeResolve(MethodHandle method, Object object) throws IOException {
        try {
            return (Object) method.invokeExact(object);
        } catch (InternalError e) { // as collections of the JDK say that they do not like what was read
            InvalidObjectException invalid = new InvalidObjectException(e.getMessage());
            invalid.initCause(e);
            throw invalid;
        } catch (ObjectStreamException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException("unexpected exception type", e);
        }
    }

    private Object readPrimitives(StreamClass stream, int handle, boolean unshared) throws IOException {
        PrimitiveArrays kind = stream.elements;
        boolean isApart = isApart();
        int length = isApart ? ~readCode() : readLength(kind.size);
        if (filter != null) {
            filter(stream.local == null ? null : stream.local.type, length);
        }
        return finish(handle, isApart ? getApart(length, kind) : getArray(length, kind), unshared, true);
    }

    private Object readArray(StreamClass stream, int handle, boolean unshared)
            throws IOException, ClassNotFoundException {
        Class<?> type = stream.local == null ? null : stream.local.type;
        int length = readLength(4);
        filter(type, length);
        Object[] elements = newElements(stream, length);
        objects[handle] = unshared ? UNSHARED : elements;
        setMissing(handle, stream.missing);
        readElements(elements, handle, length);
        return finish(handle, type == null ? null : elements, unshared, true);
    }

    /** Null of a class that is not here. */
    private Object[] newElements(StreamClass stream, int length) throws IOException {
        // elements take four bytes or more each: a length without them takes no memory
        require(Math.min(4L * length, 4L * LARGEST_TRUST));
        owed += 4L * length;
        if (owed > rest()) {
            throw corrupted("invalid length " + length + " within arrays whose elements are still to come");
        }
        if (!isMessage()) {
            require(Math.min(owed, LARGEST_LOOK_AHEAD)); // what follows in a stream shows by reading it alone
        }
        return stream.local == null ? null
                : (Object[]) Array.newInstance(stream.local.type.getComponentType(), length);
    }

    private void readElements(Object[] elements, int handle, int length) throws IOException, ClassNotFoundException {
        for (int i = 0; i < length; i++) {
            owed -= 4;
            Object element = readReference(false);
            if (missing != null) {
                inherit(handle, last);
            }
            if (elements != null) {
                elements[i] = element;
            }
        }
        last = handle;
    }

    /** How many elements room is made for at once. */
    final int trusted(int count) {
        return (int) Math.min(count, depth > DEEP_TRUST ? LEAST_TRUST : isMessage() ? rest() / 4 : LARGEST_TRUST);
    }

    private Object readEnum(StreamClass stream, int handle, boolean unshared)
            throws IOException, ClassNotFoundException {
        objects[handle] = unshared ? UNSHARED : null;
        setMissing(handle, stream.missing);
        int ordinal = readCode();
        Object constant = stream.local == null ? null : stream.constant(ordinal);
        return finish(handle, constant, unshared, true);
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

    @Override
    public void registerValidation(ObjectInputValidation object, int priority)
            throws NotActiveException, InvalidObjectException {
        if (calls == 0 || validates) {
            throw new NotActiveException("stream inactive");
        }
        if (object == null) {
            throw new InvalidObjectException("null callback");
        }
        if (validations == null) {
            validations = new ArrayList<>();
        }
        validations.add(new Validation(object, priority));
    }

    private void validate() throws InvalidObjectException {
        if (validations != null) {
            validates = true;
            Collections.reverse(validations); // of one priority the last one is the first
            validations.sort(Comparator.comparingInt(Validation::priority).reversed());
            for (Validation each : validations) {
                each.object().validateObject();
            }
        }
    }

    private void forgetRecent() {
        recent = null;
        recentCode = 0;
    }

    @Override
    final void clear() {
        if (handles == 1) { // as of most messages
            objects[0] = null;
        } else {
            Arrays.fill(objects, 0, handles, null);
        }
        handles = 0;
        if (missing != null) {
            missing = null;
        }
        if (!keeps) {
            forgetRecent();
        }
        if (!isMessage()) {
            matched.clear();
            enumAsked = false;
        }
        last = NO_OBJECT;
    }

    /** Of a message an object's own method does not end it. */
    @Override
    public void close() throws IOException {
        if (isMessage() && (!isBegun() || calls > 0)) {
            return;
        }
        closed = true;
        if (calls == 0) {
            clear();
            learn(!failed);
            if (isMessage()) {
                end();
                if (!keeps) {
                    classes = null;
                    matched = null;
                }
                if (filter != null) {
                    filter = null;
                }
                if (objects.length > LARGEST_KEPT) {
                    objects = new Object[32];
                }
            }
        }
        super.close();
    }
}
