package org.rmi4mpi.jpvm.pack;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.serial.StandaloneStreams;
import org.rmi4mpi.transport.ApartSizes;

/**
 * The contents of a buffer: a sequence of elements, each with its type and count ({@link PackedElement}). Bytes that have
 * been sent never change, since later elements are appended behind them. {@link Unpacking} reads the elements. Owned by
 * one thread of the program.
 */
public final class Packing {
    private static final int FIRST_CAPACITY = 56;
    private static final int LARGEST = 1 << 30;

    static {
        initialise(PackedElement.class, ArrayRange.class, Part.class, ElementType.class,
                TaskException.class);
    }

    private byte[] bytes;
    private int end;
    /** Whether other packings share the bytes, and may write behind the end. */
    private boolean shared;
    private List<Part> parts = List.of();

    /**
     * Initialises classes that could not be initialised later, when heap or stack is exhausted. A class whose
     * initialisation has failed once is unusable for good. Classes with switches over enums run one of them, since javac
     * makes another class for these.
     */
    public static void initialise(Class<?>... classes) {
        for (Class<?> each : classes) {
            try {
                Class.forName(each.getName(), true, each.getClassLoader());
            } catch (ClassNotFoundException e) {
                throw new NoClassDefFoundError(e.getMessage());
            }
        }
    }

    public Packing() {
        bytes = new byte[FIRST_CAPACITY];
    }

    /** The contents of an arrived message. */
    public Packing(byte[] bytes, int end, List<Part> parts) {
        this.bytes = bytes;
        this.end = end;
        this.parts = parts;
        shared = true;
    }

    /** A copy with the same elements. */
    public Packing copy() {
        return new Packing(bytes, end, keptParts());
    }

    private List<Part> keptParts() {
        List<Part> all = parts;
        if (all.stream().anyMatch(Part::inPlace)) {
            return all.stream().map(Part::kept).toList();
        }
        return all.isEmpty() ? all : List.copyOf(all);
    }

    public byte[] bytes() {
        return bytes;
    }

    public int end() {
        return end;
    }

    public List<Part> parts() {
        return parts;
    }

    /** Bytes of all elements, with their headers. */
    public long length() {
        long sum = end;
        for (Part part : parts) {
            sum += part.bytes();
        }
        return sum;
    }

    // ---- packing

    /** Appends an element's header. Returns the offset of its data. */
    private int begin(int header, int count, long length) {
        long needed = end + PackedElement.HEADER + length;
        if (needed > bytes.length || shared) {
            grow(needed);
        }
        PackedElement.putHeader(bytes, end, header, count);
        int data = end + PackedElement.HEADER;
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
        PackedElement.CHARS.set(bytes, data, value);
    }

    public void pack(short value) {
        int data = begin(ElementType.SHORT.ordinal(), 1, 2);
        PackedElement.SHORTS.set(bytes, data, value);
    }

    public void pack(int value) {
        int data = begin(ElementType.INT.ordinal(), 1, 4);
        PackedElement.INTS.set(bytes, data, value);
    }

    public void pack(long value) {
        int data = begin(ElementType.LONG.ordinal(), 1, 8);
        PackedElement.LONGS.set(bytes, data, value);
    }

    public void pack(float value) {
        int data = begin(ElementType.FLOAT.ordinal(), 1, 4);
        PackedElement.FLOATS.set(bytes, data, value);
    }

    public void pack(double value) {
        int data = begin(ElementType.DOUBLE.ordinal(), 1, 8);
        PackedElement.DOUBLES.set(bytes, data, value);
    }

    public void pack(String value) {
        if (value == null) {
            begin(ElementType.STRING.ordinal() | PackedElement.NULL, 0, 0);
            return;
        }
        int length = value.length();
        boolean wide = false;
        for (int i = 0; i < length && !wide; i++) {
            wide = value.charAt(i) > 0xFF;
        }
        if (wide) {
            int data = begin(ElementType.STRING.ordinal() | PackedElement.WIDE, length, 2L * length);
            for (int i = 0; i < length; i++) {
                PackedElement.CHARS.set(bytes, data + 2 * i, value.charAt(i));
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
        PackedElement.INTS.set(bytes, data, out.size());
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
        ArrayRange.checkPacked(type, array, length, count, stride);
        long size = (long) count * type.size;
        if (size >= ApartSizes.PACKED) {
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
        ArrayRange.checkPacked(type, array, length, count, stride);
        if (stride != 1 || (long) count * type.size < ApartSizes.AWAITED) {
            pack(type, array, length, count, stride);
        } else {
            add(new Part(type, array, count, true));
        }
    }

    private void add(Part part) {
        List<Part> all = shared || parts.isEmpty() ? new ArrayList<>(parts) : parts;
        begin(part.type().ordinal() | PackedElement.LARGE, part.count(), 0);
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
}
