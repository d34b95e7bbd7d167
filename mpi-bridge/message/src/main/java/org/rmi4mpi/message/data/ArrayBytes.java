package org.rmi4mpi.message.data;

import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The memory of an array that holds elements of another primitive type, in the byte order of this machine. Open MPI's
 * Java bindings read arrays in this way. No access reaches beyond the array. Immutable.
 */
public final class ArrayBytes {
    private static final int CHUNK = 8 << 10;

    private final Object array;
    private final Element element;
    private final long first;
    private final long length;

    private ArrayBytes(Object array, Element element, int first, int length) {
        this.array = array;
        this.element = element;
        this.first = (long) first * element.size();
        this.length = (long) length * element.size();
    }

    /**
     * Returns the buffer itself, unless it is an array, or a buffer over one, of another primitive type than the
     * layout's.
     */
    public static Object of(Object buf, Layout layout) {
        return layout == null || buf == null || layout.isArray(buf) ? buf : ofOther(buf, layout);
    }

    private static Object ofOther(Object buf, Layout layout) {
        if (layout.isObject()) {
            return buf;
        }
        Buffer buffer = buf instanceof Buffer given && given.hasArray() && !given.isDirect() ? given : null;
        Object array = buffer == null ? buf : buffer.array();
        if (layout.isArray(array)) {
            return buf;
        }
        for (Element each : Element.values()) {
            if (each.isArray(array)) {
                return buffer == null
                        ? new ArrayBytes(array, each, 0, Array.getLength(array))
                        : new ArrayBytes(array, each, buffer.arrayOffset(), buffer.limit());
            }
        }
        return buf;
    }

    Object array() {
        return array;
    }

    /** In bytes. */
    long length() {
        return length;
    }

    /** Whether a position below 0 lies within the array. */
    boolean has(long position) {
        return first + position >= 0;
    }

    /** Copies bytes of the array, from a position on. */
    void read(long at, int bytes, ByteBuffer to, int toAt) {
        for (int done = 0; done < bytes;) {
            Part part = new Part(at + done, Math.min(CHUNK, bytes - done));
            to.put(toAt + done, part.load(), part.skipped, part.bytes);
            done += part.bytes;
        }
    }

    /** Copies bytes into the array, from a position on. Where an element is covered in part, its other bytes stay. */
    void write(long at, int bytes, ByteBuffer from, int fromAt) {
        for (int done = 0; done < bytes;) {
            Part part = new Part(at + done, Math.min(CHUNK, bytes - done));
            ByteBuffer memory = part.load().put(part.skipped, from, fromAt + done, part.bytes);
            element.read(memory, 0, array, part.index, part.elements);
            done += part.bytes;
        }
    }

    /** A range of bytes, and the elements of the array that contain it. */
    private final class Part {
        private final int index;
        private final int elements;
        private final int skipped;
        private final int bytes;

        private Part(long at, int bytes) {
            this.bytes = bytes;
            index = (int) ((first + at) / element.size());
            skipped = (int) ((first + at) % element.size());
            elements = (skipped + bytes + element.size() - 1) / element.size();
        }

        private ByteBuffer load() {
            ByteBuffer memory = ByteBuffer.allocate(elements * element.size()).order(ByteOrder.nativeOrder());
            element.write(array, index, elements, memory, 0);
            return memory;
        }
    }

    @Override
    public String toString() {
        return array.getClass().getSimpleName();
    }
}
