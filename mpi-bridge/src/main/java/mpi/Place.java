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
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.PinnedArray;

/**
 * A program's buffer as one call sees it: an array, a buffer over an array, or a direct buffer, whose memory MPI reads
 * and writes without a copy. Offsets are in elements of the datatype's base type, in a buffer from its index 0 to its
 * limit. Owned by the call.
 */
final class Place {
    /** Of an array that is not copied. */
    private static final int LEAST_PINNED_BYTES = 16 << 10;

    private final String call;
    private final String name;
    private final Object buf;
    /** Null is as good as an array without elements. */
    private final boolean isNull;
    private final Datatype type;
    /** Null for a direct buffer. */
    private final Object array;
    private final int shift;
    private final long address;
    private final int length;

    /** @throws MPIException where the buffer does not fit the datatype */
    Place(String call, String name, Object buf, Datatype type) {
        this.call = call;
        this.name = name;
        this.type = type;
        isNull = buf == null && type != null;
        this.buf = isNull ? type.newArray(0) : buf instanceof mpjbuf.Buffer packed ? packed.bytes() : buf;
        if (type != null && (type.isArray(this.buf) || type.isEmpty())) {
            array = type.isEmpty() ? type.newArray(0) : this.buf;
            shift = 0;
            address = 0;
            length = Array.getLength(array);
            return;
        }
        Buffer buffer = buffer();
        if (buffer.isDirect()) {
            array = null;
            shift = 0;
            address = Mpi.address(buffer);
            length = buffer instanceof ByteBuffer ? buffer.limit() / type.elementSize() : buffer.limit();
        } else {
            array = buffer.array();
            shift = buffer.arrayOffset();
            address = 0;
            length = buffer.limit();
        }
    }

    /** Of a buffer that is only read: a single object is as good as an array of it. */
    static Place read(String call, String name, Object buf, Datatype type) {
        boolean single = type != null && type.isObject() && buf != null && !(buf instanceof Object[]);
        return new Place(call, name, single ? new Object[] {buf} : buf, type);
    }

    /** What is no array has to be a buffer of the datatype's elements. */
    private Buffer buffer() {
        Check.argument(call, type != null, "datatype", "null", "a datatype");
        if (type.isObject()) {
            Check.argument(call, false, name, describe(buf), "an array of objects, as MPI.OBJECT wants");
        }
        Element element = type.element();
        if (!element.isBuffer(buf)) {
            Check.argument(call, false, name, describe(buf),
                    element.arrayName() + " or a buffer of it, which " + type + " stands for");
        }
        Buffer buffer = (Buffer) buf;
        if (buffer.isDirect()) {
            if (!(buffer instanceof ByteBuffer) && order(buffer) != ByteOrder.nativeOrder()) {
                Check.argument(call, false, name, "a buffer in byte order " + order(buffer),
                        "ByteBuffer.order(ByteOrder.nativeOrder())");
            }
        } else if (!buffer.hasArray() || !element.isArray(buffer.array())) {
            Check.argument(call, false, name, "a buffer that is not direct, of " + describe(buf),
                    "a direct buffer, or one over an array of type " + element.arrayName());
        }
        return buffer;
    }

    private static String describe(Object buf) {
        return buf.getClass().getTypeName();
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
        if (!isWithin(offset, count)) {
            refuse(offset, count, "");
        }
        return this;
    }

    private boolean isWithin(int offset, int count) {
        long elements = type.elements(count);
        return count >= 0 && offset >= 0 && (elements == 0 || type.highest(offset, count) <= length
                && type.lowest(offset, count) >= 0 && elements * type.elementSize() <= Check.LARGEST_MESSAGE);
    }

    private void refuse(int offset, int count, String piece) {
        Check.argument(call, count >= 0, "count" + piece, count, "0 or more");
        Check.argument(call, offset >= 0, "offset" + piece, offset, "0 or more");
        Check.argument(call, !isNull, name, "null", "an array of type " + buf.getClass().getSimpleName());
        if (type.highest(offset, count) > length) {
            throw new MPIException(call + ": offset " + offset + " + count " + count
                    + (type.Extent() == 1 ? "" : " of extent " + type.Extent()) + " > length " + length + " of " + name
                    + " (" + buf.getClass().getSimpleName() + ")" + piece
                    + ": give a longer one or a smaller count (at rank " + Job.rank() + " of MPI.COMM_WORLD)");
        }
        Check.argument(call, type.lowest(offset, count) >= 0, "offset" + piece, offset,
                "one from which the datatype does not reach below 0, to " + type.lowest(offset, count));
        Check.argument(call, type.elements(count) * type.elementSize() <= Check.LARGEST_MESSAGE, "count" + piece, count,
                "at most " + Check.LARGEST_MESSAGE / type.elementSize()
                        + " elements, or 2 GiB less 1 byte, in one message");
    }

    /** @throws MPIException where a collective operation has no count or displacement for each rank */
    Place checkPieces(int[] counts, int[] displs, int ranks) {
        Check.length(call, "counts of " + name, counts, ranks);
        Check.length(call, "displs of " + name, displs, ranks);
        return this;
    }

    /**
     * Where the piece of a rank begins, of which the displacement is given in extents of the datatype.
     *
     * @throws MPIException where the piece does not lie within the buffer
     */
    int piece(int offset, int rank, int count, int displacement) {
        long at = count == 0 ? offset : offset + (long) displacement * type.Extent();
        if (at != (int) at || !isWithin((int) at, count)) {
            refusePiece(rank, at, count, displacement);
        }
        return (int) at;
    }

    private void refusePiece(int rank, long at, int count, int displacement) {
        boolean isFar = count > 0 && (at < 0 || at > Integer.MAX_VALUE);
        Check.argument(call, !isFar, "displs[" + rank + "] of " + name, displacement, "one within the buffer");
        refuse((int) at, count, " for rank " + rank);
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

    /** The array, where so much of it is used that it is better left than copied; null where not, or it cannot be. */
    Memory pinned(long elements) {
        return isPinnable(elements) ? PinnedArray.of(array) : null;
    }

    private boolean isPinnable(long elements) {
        return array != null && elements * type.elementSize() >= LEAST_PINNED_BYTES
                && type.isContiguous() && type.element() != Element.BOOLEAN
                && PinnedArray.isPossible((long) Array.getLength(array) * type.elementSize());
    }

    /** Whether MPI would read and write the program's own memory. */
    boolean isShared(int count) {
        return isDirect() || isPinnable(type.elements(count));
    }

    /** Of the element that copies of the datatype begin with: in a direct buffer, or counted from an array's start. */
    long address(int offset) {
        return address + (shift + type.lowest(offset, 1)) * type.elementSize();
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
