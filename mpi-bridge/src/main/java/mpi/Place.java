package mpi;

import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;

/**
 * A program's buffer as one call sees it: an array, a buffer over an array, or a direct buffer, whose memory MPI reads
 * and writes without a copy. Offsets are in elements of the datatype's base type, in a buffer from its index 0 to its
 * limit. Owned by the call.
 */
final class Place {
    private final String call;
    private final String name;
    private final Object buf;
    private final Datatype type;
    /** Null for a direct buffer. */
    private final Object array;
    private final int shift;
    private final long address;
    private final int length;

    /** @throws MPIException where the buffer does not fit the datatype */
    Place(String call, String name, Object buf, Datatype type) {
        Check.argument(call, type != null, "datatype", "null", "a datatype");
        this.call = call;
        this.name = name;
        this.type = type;
        if (type.isObject()) {
            Check.argument(call, buf instanceof Object[], name, describe(buf),
                    "an array of objects, as MPI.OBJECT wants");
            this.buf = buf;
            array = buf;
            shift = 0;
            address = 0;
            length = ((Object[]) buf).length;
            return;
        }
        Element element = type.element();
        this.buf = buf;
        Check.argument(call, buf != null, name, "null", "an array of type " + element.arrayName());
        if (element.isArray(buf)) {
            array = buf;
            shift = 0;
            address = 0;
            length = Array.getLength(buf);
            return;
        }
        Check.argument(call, element.isBuffer(buf), name, describe(buf),
                element.arrayName() + " or a buffer of it, which " + type + " stands for");
        Buffer buffer = (Buffer) buf;
        if (buffer.isDirect()) {
            Check.argument(call, buffer instanceof ByteBuffer || order(buffer) == ByteOrder.nativeOrder(), name,
                    "a buffer in byte order " + order(buffer), "ByteBuffer.order(ByteOrder.nativeOrder())");
            array = null;
            shift = 0;
            address = Mpi.address(buffer);
            length = buffer instanceof ByteBuffer ? buffer.limit() / element.size() : buffer.limit();
        } else {
            Check.argument(call, buffer.hasArray() && element.isArray(buffer.array()), name,
                    "a buffer that is not direct, of " + describe(buf),
                    "a direct buffer, or one over an array of type " + element.arrayName());
            array = buffer.array();
            shift = buffer.arrayOffset();
            address = 0;
            length = buffer.limit();
        }
    }

    private static String describe(Object buf) {
        return buf == null ? "null" : buf.getClass().getTypeName();
    }

    private static ByteOrder order(Buffer buffer) {
        if (buffer instanceof ByteBuffer b) {
            return b.order();
        } else if (buffer instanceof CharBuffer b) {
            return b.order();
        } else if (buffer instanceof ShortBuffer b) {
            return b.order();
        } else if (buffer instanceof IntBuffer b) {
            return b.order();
        } else if (buffer instanceof LongBuffer b) {
            return b.order();
        } else if (buffer instanceof FloatBuffer b) {
            return b.order();
        }
        return ((DoubleBuffer) buffer).order();
    }

    /** @throws MPIException where so many copies of the datatype, from the offset on, do not lie within the buffer */
    Place check(int offset, int count) {
        Check.argument(call, count >= 0, "count", count, "0 or more");
        Check.argument(call, offset >= 0, "offset", offset, "0 or more");
        long elements = type.elements(count);
        if (elements == 0) {
            return this;
        }
        if (type.highest(offset, count) > length) {
            throw new MPIException(call + ": offset " + offset + " + count " + count
                    + (type.Extent() == 1 ? "" : " of extent " + type.Extent()) + " > length " + length + " of " + name
                            + " ("
                    + buf.getClass().getSimpleName() + "): give a longer one or a smaller count (at rank " + Job.rank()
                    + " of MPI.COMM_WORLD)");
        }
        Check.argument(call, type.lowest(offset, count) >= 0, "offset", offset,
                "one from which the datatype does not reach below 0, to " + type.lowest(offset, count));
        Check.argument(call, elements * type.elementSize() <= Check.LARGEST_MESSAGE, "count", count,
                "at most " + Check.LARGEST_MESSAGE / type.elementSize() + " elements (1 GiB) in one message");
        return this;
    }

    /** @throws MPIException where nothing can be received into the buffer */
    Place writable() {
        Check.argument(call, !(buf instanceof Buffer buffer && buffer.isReadOnly()), name, "a read-only buffer",
                "one that can be written");
        return this;
    }

    Object buf() {
        return buf;
    }

    Datatype type() {
        return type;
    }

    /** Whether MPI can be given the memory itself. */
    boolean isDirect() {
        return array == null && type.isContiguous();
    }

    /** Of the element that so many copies of the datatype begin with, in a direct buffer. */
    long address(int offset) {
        return address + type.lowest(offset, 1) * type.elementSize();
    }

    void pack(int offset, int count, ByteBuffer to, int at) {
        type.pack(array != null ? array : copy(), shift + offset, count, to, at);
    }

    /** At most so many elements. */
    void unpack(ByteBuffer from, int at, int elements, int offset, int count) {
        if (array != null) {
            type.unpack(from, at, elements, array, shift + offset, count);
        } else {
            Object copy = copy();
            type.unpack(from, at, elements, copy, offset, count);
            type.element().write(copy, 0, length, Mpi.bytesAt(address, (long) length * type.elementSize()), 0);
        }
    }

    /** A direct buffer's elements, for a datatype with gaps. */
    private Object copy() {
        Object copy = type.element().newArray(length);
        type.element().read(Mpi.bytesAt(address, (long) length * type.elementSize()), 0, copy, 0, length);
        return copy;
    }
}
