package org.rmi4mpi.peer;

import java.io.IOException;
import java.io.NotSerializableException;
import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.rmi.Remote;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.RemoteReference;
import org.rmi4mpi.ref.Stubs;
import org.rmi4mpi.rmi.BoundStub;
import org.rmi4mpi.serial.HandleTable;
import org.rmi4mpi.wire.PeerCodes;
import org.rmi4mpi.wire.PeerFrame;

/** Writes one frame: its header, then values in the form of {@link PeerCodes}. Owned by one thread. */
final class ValueWriter {
    private static final int FIRST_CAPACITY = 512;
    private static final int LONGEST_ITEM = 16;
    /** The most causes of an exception that are written. */
    private static final int MOST_CAUSES = 100;

    private final ReferenceLayer layer;
    private NativeBuffer memory = NativeBuffer.acquire(FIRST_CAPACITY);
    private ByteBuffer out = memory.bytes().order(ByteOrder.LITTLE_ENDIAN);
    /** The numbers of values with an identity; null before the first. */
    private HandleTable numbers;
    /** The numbers of names of classes and fields; null before the first. */
    private Map<String, Integer> names;
    private int depth;
    /** The exceptions whose causes are being written. */
    private final List<Throwable> effects = new ArrayList<>();

    ValueWriter(ReferenceLayer layer) {
        this.layer = layer;
    }

    void begin(byte kind, long callId, long objectId) {
        out.clear();
        PeerFrame.put(out, kind, callId, objectId);
        numbers = null;
        names = null;
        depth = 0;
    }

    /** Returns the memory of the frame, which the caller owns from now on. Its position is the length of the frame. */
    NativeBuffer take() {
        NativeBuffer taken = memory;
        taken.bytes().position(out.position());
        memory = null;
        return taken;
    }

    /** Frees the memory, unless it was taken. */
    void close() {
        if (memory != null) {
            memory.release();
            memory = null;
        }
    }

    private void ensure(long more) throws IOException {
        if (out.remaining() < more) {
            long length = Math.max(out.position() + more, 2L * out.position());
            if (out.position() + more > Integer.MAX_VALUE) {
                throw new IOException("a message of more than 2 GiB: send less at once");
            }
            NativeBuffer larger = NativeBuffer.acquire((int) Math.min(length, Integer.MAX_VALUE));
            ByteBuffer bytes = larger.bytes().order(ByteOrder.LITTLE_ENDIAN);
            bytes.put(out.flip());
            memory.release();
            memory = larger;
            out = bytes;
        }
    }

    // ---- parts of CBOR

    void writeArrayHead(int count) throws IOException {
        writeHead(PeerCodes.ARRAY, count);
    }

    private void writeTag(int number) throws IOException {
        writeHead(PeerCodes.TAG, number);
    }

    private void writeHead(int major, long value) throws IOException {
        ensure(LONGEST_ITEM);
        int high = major << 5;
        if (Long.compareUnsigned(value, 24) < 0) {
            out.put((byte) (high | value));
        } else if (Long.compareUnsigned(value, 0xff) <= 0) {
            out.put((byte) (high | 24)).put((byte) value);
        } else if (Long.compareUnsigned(value, 0xffff) <= 0) {
            out.put((byte) (high | 25)).putShort(Short.reverseBytes((short) value));
        } else if (Long.compareUnsigned(value, 0xffff_ffffL) <= 0) {
            out.put((byte) (high | 26)).putInt(Integer.reverseBytes((int) value));
        } else {
            out.put((byte) (high | 27)).putLong(Long.reverseBytes(value));
        }
    }

    void writeInteger(long value) throws IOException {
        if (value >= 0) {
            writeHead(PeerCodes.UNSIGNED, value);
        } else {
            writeHead(PeerCodes.NEGATIVE, ~value);
        }
    }

    private void writeSimple(int code) throws IOException {
        ensure(LONGEST_ITEM);
        out.put((byte) code);
    }

    void writeText(String text) throws IOException {
        if (text == null) {
            writeSimple(PeerCodes.NULL);
            return;
        }
        byte[] bytes = isAscii(text) ? text.getBytes(StandardCharsets.ISO_8859_1) : encoded(text);
        writeHead(PeerCodes.TEXT, bytes.length);
        ensure(bytes.length);
        out.put(bytes);
    }

    /** Writes the name of a class or field. One that has been written is a reference to it. */
    private void writeName(String name) throws IOException {
        if (name.length() < PeerCodes.SHORTEST_SHARED_NAME) {
            writeText(name);
            return;
        } else if (names == null) {
            names = new HashMap<>();
        }
        Integer earlier = names.get(name);
        if (earlier != null) {
            writeAgain(earlier);
        } else {
            names.put(name, numbers().skip());
            writeTag(PeerCodes.SHARED);
            writeText(name);
        }
    }

    private HandleTable numbers() {
        if (numbers == null) {
            numbers = new HandleTable();
        }
        return numbers;
    }

    private void writeAgain(int number) throws IOException {
        writeTag(PeerCodes.SHARED_REFERENCE);
        writeInteger(number);
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    private static byte[] encoded(String text) throws IOException {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPORT)
                    .encode(CharBuffer.wrap(text));
            return Arrays.copyOf(bytes.array(), bytes.limit());
        } catch (CharacterCodingException e) {
            throw new IOException("a string has half a surrogate pair, which UTF-8 cannot hold: send a char[] instead",
                    e);
        }
    }

    private void writeBytes(byte[] value) throws IOException {
        writeHead(PeerCodes.BYTES, value.length);
        ensure(value.length);
        out.put(value);
    }

    // ---- values

    void write(Object value) throws IOException {
        if (value == null) {
            writeSimple(PeerCodes.NULL);
        } else if (value instanceof String text) {
            writeText(text);
        } else if (value instanceof Integer || value instanceof Long || value instanceof Short
                || value instanceof Byte) {
            writeInteger(((Number) value).longValue());
        } else if (value instanceof Double number) {
            writeSimple(PeerCodes.FLOAT64);
            out.putLong(Long.reverseBytes(Double.doubleToRawLongBits(number)));
        } else if (value instanceof Boolean bool) {
            writeSimple(bool ? PeerCodes.TRUE : PeerCodes.FALSE);
        } else if (value instanceof Float number) {
            writeSimple(PeerCodes.FLOAT32);
            out.putInt(Integer.reverseBytes(Float.floatToRawIntBits(number)));
        } else if (value instanceof Character unit) {
            writeTag(PeerCodes.CHAR);
            writeInteger(unit);
        } else if (value instanceof BigInteger number) {
            writeBigInteger(number);
        } else if (value instanceof Enum<?> constant) {
            writeTag(PeerCodes.ENUM);
            writeArrayHead(2);
            writeName(constant.getDeclaringClass().getName());
            writeName(constant.name());
        } else if (value instanceof Remote remote && tryWriteRemote(remote)) {
            return;
        } else {
            writeWithIdentity(value);
        }
    }

    private void writeBigInteger(BigInteger number) throws IOException {
        if (number.bitLength() < Long.SIZE) {
            writeInteger(number.longValue());
            return;
        }
        writeTag(number.signum() < 0 ? PeerCodes.NEGATIVE_BIGNUM : PeerCodes.POSITIVE_BIGNUM);
        writeBytes((number.signum() < 0 ? number.not() : number).toByteArray());
    }

    /** Returns false for an object that is neither exported nor a stub, and travels as any other. */
    private boolean tryWriteRemote(Remote remote) throws IOException {
        if (remote instanceof BoundStub bound) {
            writeReference(bound.reference(), bound.interfaces());
            return true;
        }
        Remote exported = layer.stubOf(remote);
        Remote stub = exported == null ? remote : exported;
        RemoteReference reference;
        try {
            reference = Stubs.reference(stub);
        } catch (IllegalArgumentException e) {
            return false;
        }
        writeReference(reference, Arrays.stream(stub.getClass().getInterfaces()).filter(Remote.class::isAssignableFrom)
                .map(Class::getName).toArray(String[]::new));
        Reference.reachabilityFence(stub);
        return true;
    }

    private void writeReference(RemoteReference reference, String[] interfaces) throws IOException {
        writeTag(PeerCodes.REMOTE);
        writeArrayHead(4);
        writeInteger(reference.rank());
        writeInteger(reference.objectId());
        writeInteger(layer.leave(reference));
        writeArrayHead(interfaces.length);
        for (String each : interfaces) {
            writeName(each);
        }
    }

    private void writeWithIdentity(Object value) throws IOException {
        int earlier = numbers().findOrAdd(value);
        if (earlier >= 0) {
            writeAgain(earlier);
            return;
        } else if (++depth > PeerCodes.MOST_DEPTH) {
            throw new IOException(
                    "values are nested more than " + PeerCodes.MOST_DEPTH + " deep: send a list of the parts");
        }
        writeTag(PeerCodes.SHARED);
        if (value.getClass().isArray()) {
            writeArray(value);
        } else if (value instanceof Set<?> set) {
            writeTag(PeerCodes.SET);
            writeAll(set.toArray());
        } else if (value instanceof Collection<?> collection) {
            writeAll(collection.toArray()); // another thread may change it meanwhile
        } else if (value instanceof Map<?, ?> map) {
            writeMap(map);
        } else if (value instanceof Throwable thrown) {
            writeThrowable(thrown);
        } else if (value instanceof PeerObject object) {
            writeObjectHead(object.className(), object.fields().size());
            for (Map.Entry<String, Object> each : object.fields().entrySet()) {
                writeName(each.getKey());
                write(each.getValue());
            }
        } else {
            ClassShape shape = ClassShape.of(value.getClass());
            writeObjectHead(value.getClass().getName(), shape.fields().size());
            writeFields(value, shape);
        }
        depth--;
    }

    private void writeAll(Object... values) throws IOException {
        writeArrayHead(values.length);
        for (Object each : values) {
            write(each);
        }
    }

    private void writeMap(Map<?, ?> map) throws IOException {
        Map.Entry<?, ?>[] entries = map.entrySet().toArray(new Map.Entry<?, ?>[0]);
        writeHead(PeerCodes.MAP, entries.length);
        for (Map.Entry<?, ?> each : entries) {
            write(each.getKey());
            write(each.getValue());
        }
    }

    private void writeObjectHead(String className, int fields) throws IOException {
        writeTag(PeerCodes.OBJECT);
        writeArrayHead(2);
        writeName(className);
        writeHead(PeerCodes.MAP, fields);
    }

    private void writeFields(Object object, ClassShape shape) throws IOException {
        try {
            for (Map.Entry<String, Field> each : shape.fields().entrySet()) {
                writeName(each.getKey());
                write(each.getValue().get(object));
            }
        } catch (IllegalAccessException e) {
            throw new NotSerializableException(object.getClass().getName() + ": " + e.getMessage());
        }
    }

    private void writeArray(Object array) throws IOException {
        if (array instanceof double[] a) {
            typed(PeerCodes.FLOAT64_ARRAY, a.length, Double.BYTES).asDoubleBuffer().put(a);
            skip(a.length, Double.BYTES);
        } else if (array instanceof byte[] a) {
            writeBytes(a);
        } else if (array instanceof int[] a) {
            typed(PeerCodes.INT32_ARRAY, a.length, Integer.BYTES).asIntBuffer().put(a);
            skip(a.length, Integer.BYTES);
        } else if (array instanceof long[] a) {
            typed(PeerCodes.INT64_ARRAY, a.length, Long.BYTES).asLongBuffer().put(a);
            skip(a.length, Long.BYTES);
        } else if (array instanceof float[] a) {
            typed(PeerCodes.FLOAT32_ARRAY, a.length, Float.BYTES).asFloatBuffer().put(a);
            skip(a.length, Float.BYTES);
        } else if (array instanceof short[] a) {
            typed(PeerCodes.INT16_ARRAY, a.length, Short.BYTES).asShortBuffer().put(a);
            skip(a.length, Short.BYTES);
        } else if (array instanceof char[] a) {
            typed(PeerCodes.UINT16_ARRAY, a.length, Character.BYTES).asCharBuffer().put(a);
            skip(a.length, Character.BYTES);
        } else if (array instanceof boolean[] a) {
            typed(PeerCodes.BOOLEAN_ARRAY, a.length, 1);
            for (boolean each : a) {
                out.put((byte) (each ? 1 : 0));
            }
        } else {
            Object[] objects = (Object[]) array;
            writeTag(PeerCodes.OBJECT_ARRAY);
            writeArrayHead(2);
            writeName(array.getClass().getComponentType().getName());
            writeAll(objects);
        }
    }

    private ByteBuffer typed(int tag, int length, int size) throws IOException {
        writeTag(tag);
        writeHead(PeerCodes.BYTES, (long) length * size);
        ensure((long) length * size);
        return out;
    }

    private void skip(int length, int size) {
        out.position(out.position() + length * size);
    }

    // ---- exceptions

    /** Writes an exception, as a value of its own or as the body of a reply. */
    private void writeThrowable(Throwable thrown) throws IOException {
        writeTag(PeerCodes.THROWABLE);
        writeArrayHead(6);
        writeText(thrown instanceof PeerException peer ? peer.className() : thrown.getClass().getName());
        writeText(thrown instanceof PeerException peer ? peer.text() : message(thrown));
        writeCause(thrown);
        StackTraceElement[] trace = thrown.getStackTrace();
        writeArrayHead(trace.length);
        for (StackTraceElement each : trace) {
            writeArrayHead(4);
            writeText(each.getClassName());
            writeText(each.getMethodName());
            writeText(each.getFileName());
            writeInteger(each.getLineNumber());
        }
        writeSuperclasses(thrown);
        ClassShape shape = ClassShape.ofThrowable(thrown.getClass());
        boolean hasFields = !(thrown instanceof PeerException);
        writeHead(PeerCodes.MAP, hasFields ? shape.fields().size() : 0);
        if (hasFields) {
            writeFields(thrown, shape);
        }
    }

    /** A message that cannot be had, or not be written as it is, does not hide its exception. */
    private static String message(Throwable thrown) {
        try {
            String text = thrown.getMessage();
            return text == null ? null : new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        } catch (RuntimeException e) {
            return "its message cannot be had: " + e.getClass().getName();
        }
    }

    /** Cuts long chains, and those that lead back. */
    private void writeCause(Throwable thrown) throws IOException {
        Throwable cause = thrown.getCause();
        boolean isCut = effects.size() >= MOST_CAUSES || effects.stream().anyMatch(each -> each == cause);
        effects.add(thrown);
        try {
            write(isCut || cause == thrown ? null : cause);
        } finally {
            effects.remove(effects.size() - 1);
        }
    }

    private void writeSuperclasses(Throwable thrown) throws IOException {
        List<String> names = new ArrayList<>();
        if (!(thrown instanceof PeerException)) {
            for (Class<?> each = thrown.getClass().getSuperclass(); each != Object.class; each = each.getSuperclass()) {
                names.add(each.getName());
            }
        }
        writeArrayHead(names.size());
        for (String each : names) {
            writeText(each);
        }
    }
}
