package org.rmi4mpi.jpvm;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.serial.StandaloneStreams;

/**
 * The contents of a buffer: a sequence of elements, each with its type and count. Owned by one thread of the program.
 * Bytes that have been sent are never changed. Later elements are appended behind them.
 *
 * <pre>
 * element     | type and flags: int | count: int | data
 * data        of a primitive type   its values; empty for a large array, which is a {@link Part}
 *             STRING, count chars   one byte each, or two if WIDE
 *             TASK_ID               | bytes: int |, then for each | port: int | length of host: int, -1 for null | host
 *             | OBJECT                | bytes: int | a message of the serializer | </pre>
 */
public final class Packing {
    private static final VarHandle SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class,
            ByteOrder.nativeOrder());
    private static final VarHandle CHARS = MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.nativeOrder());
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle FLOATS = MethodHandles.byteArrayViewVarHandle(float[].class,
            ByteOrder.nativeOrder());
    private static final VarHandle DOUBLES = MethodHandles.byteArrayViewVarHandle(double[].class,
            ByteOrder.nativeOrder());

    /** Flags beside the type. */
    private static final int LARGE = 1 << 8;
    private static final int WIDE = 1 << 9;
    private static final int NULL = 1 << 10;
    private static final int TYPE = 0xFF;

    private static final int HEADER = 8;
    /** Shortest array, in bytes, that is kept beside the stream. */
    static final int LEAST_PART = 32 << 10;
    /** Shortest array, in bytes, that is sent in place without a copy. */
    private static final int LEAST_IN_PLACE = 8 << 10;
    private static final int FIRST_CAPACITY = 56;
    private static final int LARGEST = 1 << 30;

    private byte[] bytes;
    private int end;
    /** Whether others share the bytes and may write behind the end. */
    private boolean shared;
    private List<Part> parts = List.of();

    /** Start and index of the next element to unpack. */
    private int at;
    private int nextPart;
    private int unpacked;

    public Packing() {
        bytes = new byte[FIRST_CAPACITY];
    }

    /** The contents of an arrived message. */
    Packing(byte[] bytes, int end, List<Part> parts) {
        this.bytes = bytes;
        this.end = end;
        this.parts = parts;
        shared = true;
    }

    /** A copy with the same elements, none of them unpacked. */
    Packing copy() {
        return new Packing(bytes, end, keptParts());
    }

    private List<Part> keptParts() {
        List<Part> all = parts;
        if (all.stream().anyMatch(Part::inPlace)) {
            return all.stream().map(Part::kept).toList();
        }
        return all.isEmpty() ? all : List.copyOf(all);
    }

    byte[] bytes() {
        return bytes;
    }

    int end() {
        return end;
    }

    List<Part> parts() {
        return parts;
    }

    // ---- packing

    /** Appends an element's header. Returns the offset of its data. */
    private int begin(int header, int count, long length) {
        long needed = end + HEADER + length;
        if (needed > bytes.length || shared) {
            grow(needed);
        }
        INTS.set(bytes, end, header);
        INTS.set(bytes, end + 4, count);
        int data = end + HEADER;
        end = (int) needed;
        return data;
    }

    private void grow(long needed) {
        if (needed > LARGEST) {
            throw new IllegalArgumentException("jpvm error: buffer of " + needed + " bytes > " + LARGEST
                    + ": pack it into several messages");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(LARGEST, Math.max(needed, 2L * bytes.length)));
        shared = false;
    }

    public void pack(byte value) {
        int data = begin(ElementType.BYTE.ordinal(), 1, 1);
        bytes[data] = value;
    }

    public void pack(char value) {
        int data = begin(ElementType.CHAR.ordinal(), 1, 2);
        CHARS.set(bytes, data, value);
    }

    public void pack(short value) {
        int data = begin(ElementType.SHORT.ordinal(), 1, 2);
        SHORTS.set(bytes, data, value);
    }

    public void pack(int value) {
        int data = begin(ElementType.INT.ordinal(), 1, 4);
        INTS.set(bytes, data, value);
    }

    public void pack(long value) {
        int data = begin(ElementType.LONG.ordinal(), 1, 8);
        LONGS.set(bytes, data, value);
    }

    public void pack(float value) {
        int data = begin(ElementType.FLOAT.ordinal(), 1, 4);
        FLOATS.set(bytes, data, value);
    }

    public void pack(double value) {
        int data = begin(ElementType.DOUBLE.ordinal(), 1, 8);
        DOUBLES.set(bytes, data, value);
    }

    public void pack(String value) {
        if (value == null) {
            begin(ElementType.STRING.ordinal() | NULL, 0, 0);
            return;
        }
        int length = value.length();
        boolean wide = false;
        for (int i = 0; i < length && !wide; i++) {
            wide = value.charAt(i) > 0xFF;
        }
        if (wide) {
            int data = begin(ElementType.STRING.ordinal() | WIDE, length, 2L * length);
            for (int i = 0; i < length; i++) {
                CHARS.set(bytes, data + 2 * i, value.charAt(i));
            }
        } else {
            int data = begin(ElementType.STRING.ordinal(), length, length);
            for (int i = 0; i < length; i++) {
                bytes[data + i] = (byte) value.charAt(i);
            }
        }
    }

    /** @param hosts of the tasks; null for a null task id */
    public void packTasks(String[] hosts, int[] ports) {
        byte[][] texts = new byte[hosts.length][];
        long length = 4;
        for (int i = 0; i < hosts.length; i++) {
            texts[i] = hosts[i] == null ? null : hosts[i].getBytes(StandardCharsets.UTF_8);
            length += 8 + (texts[i] == null ? 0 : texts[i].length);
        }
        int data = begin(ElementType.TASK_ID.ordinal(), hosts.length, length);
        ByteBuffer to = ElementType.view(bytes).position(data);
        to.putInt((int) length - 4);
        for (int i = 0; i < hosts.length; i++) {
            to.putInt(ports[i]).putInt(texts[i] == null ? -1 : texts[i].length);
            if (texts[i] != null) {
                to.put(texts[i]);
            }
        }
    }

    /** Packs an object with the serializer. An exported object is replaced by its stub. */
    public void packObject(Object object) throws TaskException {
        Bytes out = new Bytes();
        try (ObjectOutputStream stream = StandaloneStreams.writer(out, ReferenceLayer.current()::replacement)) {
            stream.writeObject(object);
        } catch (IOException e) {
            throw new TaskException("an object of " + object.getClass().getName() + " cannot be packed: " + e, e);
        }
        int data = begin(ElementType.OBJECT.ordinal(), 1, 4L + out.size());
        INTS.set(bytes, data, out.size());
        System.arraycopy(out.array(), 0, bytes, data + 4, out.size());
    }

    private static final class Bytes extends java.io.ByteArrayOutputStream {
        byte[] array() {
            return buf;
        }
    }

    /**
     * Packs every stride-th value, from the first on.
     *
     * @throws IllegalArgumentException if the array is too short
     */
    public void pack(ElementType type, Object array, int length, int count, int stride) {
        checkRange("pack", type, array, length, count, stride);
        long size = (long) count * type.size;
        if (size >= LEAST_PART) {
            add(new Part(type, stride == 1 ? type.copyOf(array, count) : gathered(type, array, count, stride), count,
                    false));
            return;
        }
        int data = begin(type.ordinal(), count, size);
        if (stride == 1) {
            type.put(ElementType.view(bytes).position(data), array, 0, count);
        } else {
            type.put(ElementType.view(bytes).position(data), gathered(type, array, count, stride), 0, count);
        }
    }

    /**
     * Works as {@link #pack(ElementType, Object, int, int, int)}, but a large array is read when the buffer is sent.
     */
    public void packInPlace(ElementType type, Object array, int length, int count, int stride) {
        checkRange("pack", type, array, length, count, stride);
        if (stride != 1 || (long) count * type.size < LEAST_IN_PLACE) {
            pack(type, array, length, count, stride);
        } else {
            add(new Part(type, array, count, true));
        }
    }

    private void add(Part part) {
        List<Part> all = shared || parts.isEmpty() ? new ArrayList<>(parts) : parts;
        begin(part.type().ordinal() | LARGE, part.count(), 0);
        all.add(part);
        parts = all;
    }

    private static Object gathered(ElementType type, Object array, int count, int stride) {
        Object packed = type.newArray(count);
        for (int i = 0; i < count; i++) {
            System.arraycopy(array, i * stride, packed, i, 1);
        }
        return packed;
    }

    public static void checkRange(String what, Object type, Object array, int length, int count, int stride) {
        if (array == null) {
            throw new IllegalArgumentException("jpvm error: " + what + ": the array of " + type + " is null");
        } else if (count < 0) {
            throw new IllegalArgumentException("jpvm error: " + what + ": a count of " + count + " " + type
                    + ": give one from 0");
        } else if (count > 1 && stride < 1) {
            throw new IllegalArgumentException("jpvm error: " + what + ": a stride of " + stride + ": give one from 1");
        } else if (count > 0 && (count - 1L) * stride >= length) {
            throw new IllegalArgumentException("jpvm error: " + what + ": " + count + " " + type + " of stride "
                    + stride
                    + " take an array of " + ((count - 1L) * stride + 1) + " > " + length + ", its length");
        }
    }

    // ---- unpacking

    /** Restarts at the first element. */
    public void rewind() {
        at = 0;
        nextPart = 0;
        unpacked = 0;
    }

    /**
     * Checks the next element, and returns its header. The element must have the wanted type and at least count values.
     */
    private int next(ElementType wanted, int count) throws TaskException {
        if (at >= end) {
            throw new TaskException("buffer empty: " + wanted + " was to be unpacked, and the buffer "
                    + (unpacked == 0 ? "has no elements" : "had " + unpacked
                            + " elements, which have all been unpacked"));
        }
        int header = (int) INTS.get(bytes, at);
        ElementType type = ElementType.of(header & TYPE);
        int there = (int) INTS.get(bytes, at + 4);
        if (type != wanted) {
            throw new TaskException("buffer type mismatch: " + wanted + " was to be unpacked, and element " + unpacked
                    + " is " + described(type, there) + ": unpack it as that");
        } else if (count > there && wanted != ElementType.STRING) {
            throw new TaskException("buffer empty: " + count + " " + wanted + " were to be unpacked, and element "
                    + unpacked
                    + " has " + there + ": unpack so many at most");
        }
        return header;
    }

    private static String described(ElementType type, int count) {
        return switch (type) {
            case STRING -> "a String";
            case OBJECT -> "an object";
            default -> count == 1 ? "one " + type : count + " " + type;
        };
    }

    /** Moves on to the next element. */
    private void skip(int header) {
        int count = (int) INTS.get(bytes, at + 4);
        ElementType type = ElementType.of(header & TYPE);
        int length = switch (type) {
            case STRING -> (header & WIDE) != 0 ? 2 * count : count;
            case TASK_ID, OBJECT -> 4 + (int) INTS.get(bytes, at + HEADER);
            default -> (header & LARGE) != 0 ? 0 : count * type.size;
        };
        if ((header & LARGE) != 0) {
            nextPart++;
        }
        at += HEADER + length;
        unpacked++;
    }

    public byte upkbyte() throws TaskException {
        int header = next(ElementType.BYTE, 1);
        byte value = isLarge(header) ? ((byte[]) part())[0] : bytes[at + HEADER];
        skip(header);
        return value;
    }

    public char upkchar() throws TaskException {
        int header = next(ElementType.CHAR, 1);
        char value = isLarge(header) ? ((char[]) part())[0] : (char) CHARS.get(bytes, at + HEADER);
        skip(header);
        return value;
    }

    public short upkshort() throws TaskException {
        int header = next(ElementType.SHORT, 1);
        short value = isLarge(header) ? ((short[]) part())[0] : (short) SHORTS.get(bytes, at + HEADER);
        skip(header);
        return value;
    }

    public int upkint() throws TaskException {
        int header = next(ElementType.INT, 1);
        int value = isLarge(header) ? ((int[]) part())[0] : (int) INTS.get(bytes, at + HEADER);
        skip(header);
        return value;
    }

    public long upklong() throws TaskException {
        int header = next(ElementType.LONG, 1);
        long value = isLarge(header) ? ((long[]) part())[0] : (long) LONGS.get(bytes, at + HEADER);
        skip(header);
        return value;
    }

    public float upkfloat() throws TaskException {
        int header = next(ElementType.FLOAT, 1);
        float value = isLarge(header) ? ((float[]) part())[0] : (float) FLOATS.get(bytes, at + HEADER);
        skip(header);
        return value;
    }

    public double upkdouble() throws TaskException {
        int header = next(ElementType.DOUBLE, 1);
        double value = isLarge(header) ? ((double[]) part())[0] : (double) DOUBLES.get(bytes, at + HEADER);
        skip(header);
        return value;
    }

    private static boolean isLarge(int header) {
        return (header & LARGE) != 0;
    }

    private Object part() {
        return parts.get(nextPart).array();
    }

    public String upkstr() throws TaskException {
        int header = next(ElementType.STRING, 1);
        int count = (int) INTS.get(bytes, at + 4);
        String value;
        if ((header & NULL) != 0) {
            value = null;
        } else if ((header & WIDE) != 0) {
            char[] chars = new char[count];
            ElementType.CHAR.get(ElementType.view(bytes).position(at + HEADER), chars, 0, count);
            value = new String(chars);
        } else {
            value = new String(bytes, at + HEADER, count, StandardCharsets.ISO_8859_1);
        }
        skip(header);
        return value;
    }

    /** Unpacks the hosts and ports of tasks; a host is null for a null task id. */
    public void upkTasks(String[] hosts, int[] ports) throws TaskException {
        int header = next(ElementType.TASK_ID, hosts.length);
        ByteBuffer from = ElementType.view(bytes).position(at + HEADER + 4);
        for (int i = 0; i < hosts.length; i++) {
            ports[i] = from.getInt();
            int length = from.getInt();
            if (length >= 0) {
                byte[] text = new byte[length];
                from.get(text);
                hosts[i] = new String(text, StandardCharsets.UTF_8);
            }
        }
        skip(header);
    }

    /** @param loader finds the object's classes */
    public Object upkobject(ClassLoader loader) throws TaskException {
        int header = next(ElementType.OBJECT, 1);
        int length = (int) INTS.get(bytes, at + HEADER);
        Object value;
        try (ObjectInputStream in = StandaloneStreams.reader(
                new ByteArrayInputStream(bytes, at + HEADER + 4, length), loader, ReferenceLayer.current())) {
            value = in.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new TaskException("element " + unpacked + ", an object of " + length + " bytes, cannot be unpacked: "
                    + e,
                    e);
        }
        skip(header);
        return value;
    }

    /** Unpacks into every stride-th value of an array, from the first on. Drops the element's remaining values. */
    public void unpack(ElementType type, Object array, int length, int count, int stride) throws TaskException {
        try {
            checkRange("unpack", type, array, length, count, stride);
        } catch (IllegalArgumentException e) {
            throw new TaskException(e.getMessage().substring("jpvm error: ".length()));
        }
        int header = next(type, count);
        if (stride == 1) {
            if (isLarge(header)) {
                System.arraycopy(part(), 0, array, 0, count);
            } else {
                type.get(ElementType.view(bytes).position(at + HEADER), array, 0, count);
            }
        } else {
            Object packed = isLarge(header) ? part() : type.newArray(count);
            if (!isLarge(header)) {
                type.get(ElementType.view(bytes).position(at + HEADER), packed, 0, count);
            }
            for (int i = 0; i < count; i++) {
                System.arraycopy(packed, i, array, i * stride, 1);
            }
        }
        skip(header);
    }

    /** Describes the type and number of values of the next element; null at the end. */
    public String nextElement() {
        return at >= end ? null
                : described(ElementType.of((int) INTS.get(bytes, at) & TYPE), (int) INTS.get(bytes, at + 4));
    }
}
