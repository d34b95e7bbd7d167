package org.rmi4mpi.jpvm.pack;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.serial.StandaloneStreams;

/**
 * Reads the elements of a {@link Packing} in their order. An element that could not be unpacked remains the next
 * element. Owned by one thread of the program.
 */
public final class Unpacking {
    static {
        described(ElementType.NONE, 1); // Initialises the class that javac makes for switches; see Packing.initialise.
    }

    private final Packing packing;
    /** Start and index of the next element, and index of the next large array. */
    private int at;
    private int unpacked;
    private int nextPart;

    public Unpacking(Packing packing) {
        this.packing = packing;
    }

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
        if (at >= packing.end()) {
            throw new TaskException("buffer empty: " + wanted + " was to be unpacked, and the buffer "
                    + (unpacked == 0 ? "has no elements" : "had " + unpacked
                            + " elements, which have all been unpacked"));
        }
        int header = PackedElement.header(packing.bytes(), at);
        ElementType type = PackedElement.type(header);
        int there = PackedElement.count(packing.bytes(), at);
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
        nextPart += PackedElement.isLarge(header) ? 1 : 0;
        at += PackedElement.length(packing.bytes(), at);
        unpacked++;
    }

    /** Offset of the next element's data. */
    private int data() {
        return at + PackedElement.HEADER;
    }

    /** The bytes from the next element's data on. */
    private ByteBuffer dataBytes() {
        return ElementType.view(packing.bytes()).position(data());
    }

    public byte upkbyte() throws TaskException {
        int header = next(ElementType.BYTE, 1);
        byte value = PackedElement.isLarge(header) ? ((byte[]) part())[0] : packing.bytes()[data()];
        skip(header);
        return value;
    }

    public char upkchar() throws TaskException {
        int header = next(ElementType.CHAR, 1);
        char value = PackedElement.isLarge(header) ? ((char[]) part())[0]
                : (char) PackedElement.CHARS.get(packing.bytes(), data());
        skip(header);
        return value;
    }

    public short upkshort() throws TaskException {
        int header = next(ElementType.SHORT, 1);
        short value = PackedElement.isLarge(header) ? ((short[]) part())[0]
                : (short) PackedElement.SHORTS.get(packing.bytes(), data());
        skip(header);
        return value;
    }

    public int upkint() throws TaskException {
        int header = next(ElementType.INT, 1);
        int value = PackedElement.isLarge(header) ? ((int[]) part())[0]
                : (int) PackedElement.INTS.get(packing.bytes(), data());
        skip(header);
        return value;
    }

    public long upklong() throws TaskException {
        int header = next(ElementType.LONG, 1);
        long value = PackedElement.isLarge(header) ? ((long[]) part())[0]
                : (long) PackedElement.LONGS.get(packing.bytes(), data());
        skip(header);
        return value;
    }

    public float upkfloat() throws TaskException {
        int header = next(ElementType.FLOAT, 1);
        float value = PackedElement.isLarge(header) ? ((float[]) part())[0]
                : (float) PackedElement.FLOATS.get(packing.bytes(), data());
        skip(header);
        return value;
    }

    public double upkdouble() throws TaskException {
        int header = next(ElementType.DOUBLE, 1);
        double value = PackedElement.isLarge(header) ? ((double[]) part())[0]
                : (double) PackedElement.DOUBLES.get(packing.bytes(), data());
        skip(header);
        return value;
    }

    private Object part() {
        return packing.parts().get(nextPart).array();
    }

    public String upkstr() throws TaskException {
        int header = next(ElementType.STRING, 1);
        int count = PackedElement.count(packing.bytes(), at);
        String value;
        if ((header & PackedElement.NULL) != 0) {
            value = null;
        } else if ((header & PackedElement.WIDE) != 0) {
            char[] chars = new char[count];
            ElementType.CHAR.get(dataBytes(), chars, 0, count);
            value = new String(chars);
        } else {
            value = new String(packing.bytes(), data(), count, StandardCharsets.ISO_8859_1);
        }
        skip(header);
        return value;
    }

    /** Unpacks the hosts and ports of tasks; a host is null for a null task id. */
    public void upkTasks(String[] hosts, int[] ports) throws TaskException {
        int header = next(ElementType.TASK_ID, hosts.length);
        ByteBuffer from = dataBytes().position(data() + 4);
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

    /** @param loader finds those of the object's classes that the caller's own loader lacks */
    public Object upkobject(ClassLoader loader) throws TaskException {
        int header = next(ElementType.OBJECT, 1);
        int length = (int) PackedElement.INTS.get(packing.bytes(), data());
        Object value;
        try (ObjectInputStream in = StandaloneStreams.reader(
                new ByteArrayInputStream(packing.bytes(), data() + 4, length), loader, ReferenceLayer.current())) {
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
        ArrayRange.checkUnpacked(type, array, length, count, stride);
        int header = next(type, count);
        if (stride == 1) {
            if (PackedElement.isLarge(header)) {
                System.arraycopy(part(), 0, array, 0, count);
            } else {
                type.get(dataBytes(), array, 0, count);
            }
        } else {
            Object packed = PackedElement.isLarge(header) ? part() : type.newArray(count);
            if (!PackedElement.isLarge(header)) {
                type.get(dataBytes(), packed, 0, count);
            }
            for (int i = 0; i < count; i++) {
                System.arraycopy(packed, i, array, i * stride, 1);
            }
        }
        skip(header);
    }

    /** Describes the type and number of values of the next element; null at the end. */
    public String nextElement() {
        if (at >= packing.end()) {
            return null;
        }
        byte[] bytes = packing.bytes();
        return described(PackedElement.type(PackedElement.header(bytes, at)), PackedElement.count(bytes, at));
    }
}
