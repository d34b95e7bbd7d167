package org.rmi4mpi.message.data;

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
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.PinnedArray;

/**
 * A part of a program's buffer, and the name of the call that gets it. The buffer is an array, a java.nio buffer over
 * an array, or a direct buffer. MPI reads and writes the memory of a direct buffer without a copy. The part is a number
 * of copies of a layout. It begins at an offset, in elements from the buffer's index 0, and ends before the buffer's
 * limit. Owned by the call.
 */
public final class Span {
    /** The least bytes in use of an array that is pinned instead of copied. */
    private static final int LEAST_PINNED_BYTES = 16 << 10;

    private final String call;
    private final String name;
    private final Object buf;
    private final int offset;
    private final int count;
    /** Whether the program gave null, which stands for an array without elements. */
    private final boolean isNull;
    private final Layout layout;
    /** Null for a direct buffer. */
    private final Object array;
    /** Set only where the array has another type than the layout's elements; else null. */
    private final ArrayBytes bytes;
    private final int shift;
    private final long address;
    private final int length;

    /**
     * @param call in the spelling of the program
     * @param name of the buffer's argument
     * @param offset of the first copy, in elements
     * @param count copies of the layout; not used where pieces have counts of their own
     * @throws MessageException where the buffer does not fit the layout
     */
    public Span(String call, String name, Object buf, int offset, int count, Layout layout) {
        Check.datatype(call, "datatype", layout);
        this.call = call;
        this.name = name;
        this.offset = offset;
        this.count = count;
        this.layout = layout;
        isNull = buf == null;
        if (layout.isArray(buf) && !layout.isEmpty()) {
            this.buf = buf;
            array = buf;
            shift = 0;
            address = 0;
            length = layout.length(buf);
            bytes = null;
            return;
        }
        this.buf = isNull ? layout.newArray(0) : buf instanceof ByteHolder holder ? holder.bytes() : buf;
        if (layout.isArray(this.buf) || layout.isEmpty()) {
            array = layout.isEmpty() ? layout.newArray(0) : this.buf;
            shift = 0;
            address = 0;
            length = layout.length(array);
            bytes = null;
            return;
        }
        bytes = this.buf instanceof ArrayBytes given ? given : null;
        if (bytes != null) {
            array = bytes.array();
            shift = 0;
            address = 0;
            length = (int) Math.min(Integer.MAX_VALUE, bytes.length() / layout.elementSize());
            return;
        }
        Buffer buffer = buffer();
        if (buffer.isDirect()) {
            array = null;
            shift = 0;
            address = Mpi.address(buffer);
            length = (int) Math.min(Integer.MAX_VALUE,
                    (long) buffer.limit() * Element.sizeIn(buffer) / layout.elementSize());
        } else {
            array = buffer.array();
            shift = buffer.arrayOffset();
            address = 0;
            length = buffer.limit();
        }
    }

    /** A span that is only read. A single object stands for an array of one. */
    public static Span read(String call, String name, Object buf, int offset, int count, Layout layout) {
        boolean single = layout != null && layout.isObject() && buf != null && !(buf instanceof Object[]);
        return new Span(call, name, single ? new Object[] {buf} : buf, offset, count, layout);
    }

    /**
     * The same span in another object. A call gives it to its rare path, so that the compiler need not allocate the
     * call's own span on the heap.
     */
    public Span again() {
        return part(offset, count);
    }

    /** Another part of the same buffer. */
    public Span part(int offset, int count) {
        return new Span(call, name, buf, offset, count, layout);
    }

    /** Checks that the buffer, which is not an array, is a java.nio buffer of the layout's elements. */
    private Buffer buffer() {
        if (layout.isObject()) {
            Check.argument(call, false, name, describe(buf), "an array of objects, for MPI.OBJECT");
        }
        Element element = layout.element();
        if (!element.isBuffer(buf)) {
            Check.argument(call, false, name, describe(buf),
                    element.arrayName() + ", or a buffer over one, for the datatype " + layout
                            + (buf instanceof Object[] objects ? remedy(objects, element) : ""));
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

    private static String remedy(Object[] objects, Element element) {
        return objects.getClass().getComponentType().isArray()
                ? "; send arrays of arrays row by row, or as MPI.OBJECT"
                : "; put the values into " + element.arrayName() + ", or send the objects as MPI.OBJECT";
    }

    private static String describe(Object buf) {
        return buf.getClass().getTypeName();
    }

    private String shortType() {
        return bytes == null ? buf.getClass().getSimpleName() : bytes.toString();
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

    /** @throws MessageException where the copies do not lie within the buffer */
    public Span check() {
        if (!isWithin(offset, count)) {
            refuse(offset, count, "");
        }
        return this;
    }

    private boolean isWithin(int offset, int count) {
        long elements = layout.elements(count);
        return count >= 0 && offset >= 0 && (elements == 0 || layout.highest(offset, count) <= length
                && (layout.lowest(offset, count) >= 0 || isBefore(layout.lowest(offset, count)))
                && elements * layout.elementSize() <= Check.LARGEST_MESSAGE);
    }

    /** Whether an index below 0 lies within the larger buffer that this one is a slice of. */
    private boolean isBefore(long lowest) {
        if (bytes != null) {
            return bytes.has(lowest * layout.elementSize());
        }
        return array != null
                ? shift + lowest >= 0
                : address + lowest * layout.elementSize() >= Mpi.address(Mpi.whole((Buffer) buf));
    }

    private void refuse(int offset, int count, String piece) {
        Check.argument(call, count >= 0, "count" + piece, count, "0 or more");
        Check.argument(call, offset >= 0, "offset" + piece, offset, "0 or more");
        Check.argument(call, !isNull, name, "null", "an array of type " + shortType());
        if (layout.highest(offset, count) > length) {
            throw Check.failure(call + ": offset " + offset + " + count " + count
                    + (layout.extent() == 1 ? "" : " of extent " + layout.extent()) + " > length " + length + " of "
                    + name + " (" + shortType() + (bytes == null ? ")" : " of " + bytes.length() + " bytes)") + piece
                    + ": give a longer one or a smaller count" + Check.at(), null, ErrorClasses.ofArgument("count"));
        }
        long lowest = layout.lowest(offset, count);
        Check.argument(call, lowest >= 0 || isBefore(lowest), "offset" + piece, offset,
                "a larger one: the datatype begins at index " + lowest);
        Check.argument(call, layout.elements(count) * layout.elementSize() <= Check.LARGEST_MESSAGE, "count" + piece,
                count, "at most " + Check.LARGEST_MESSAGE / layout.elementSize()
                        + " elements, or 2 GiB less 1 byte, in one message");
    }

    /** @throws MessageException where a collective operation has no count or displacement for each rank */
    public Span checkPieces(int[] counts, int[] displs, int ranks) {
        if (counts == null || displs == null || counts.length < ranks || displs.length < ranks) {
            Check.length(call, "counts of " + name, counts, ranks);
            Check.length(call, "displs of " + name, displs, ranks);
        }
        return this;
    }

    /**
     * The offset of a rank's piece, in elements.
     *
     * @param displacement in extents of the layout
     *
     * @throws MessageException where the piece does not lie within the buffer
     */
    public int piece(int rank, int count, int displacement) {
        long at = count == 0 ? offset : offset + (long) displacement * layout.extent();
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

    /** @throws MessageException where the buffer is read-only */
    public Span writable() {
        if (buf instanceof Buffer buffer && buffer.isReadOnly()) {
            Check.argument(call, false, name, "a read-only buffer", "one that can be written");
        }
        return this;
    }

    /**
     * @throws MessageException where the array has another type than the datatype, so that a function in Java cannot
     *     read it
     */
    public void checkElements() {
        Check.argument(call, bytes == null, name, shortType(), layout.element() + " for a function in Java");
    }

    public String call() {
        return call;
    }

    String name() {
        return name;
    }

    public Object buf() {
        return buf;
    }

    public int offset() {
        return offset;
    }

    public int count() {
        return count;
    }

    public Layout layout() {
        return layout;
    }

    /** Number of elements of the copies. */
    public long elements() {
        return layout.elements(count);
    }

    /** Bytes of the copies on the wire. */
    public long wireBytes() {
        return count * layout.wireSize();
    }

    /** Whether MPI can be given the memory itself. */
    public boolean isDirect() {
        return array == null && layout.isContiguous();
    }

    /** Pins the array, if it can be pinned and the elements are so many that a copy would take longer; else null. */
    public Memory pinned(long elements) {
        return isPinnable(elements) ? PinnedArray.of(array) : null;
    }

    /** Whether its array, if it has one, stays in place, so that no collection waits for its release. */
    public boolean staysInPlace() {
        return array == null || PinnedArray.isPossible((long) Array.getLength(array) * layout.elementSize());
    }

    private boolean isPinnable(long elements) {
        return array != null && bytes == null && elements * layout.elementSize() >= LEAST_PINNED_BYTES
                && layout.isContiguous() && layout.element() != Element.BOOLEAN
                && staysInPlace();
    }

    /** Whether its elements lie in one run, as in a message, in an array of their type or in direct memory. */
    public boolean isPlain() {
        return bytes == null && layout.isContiguous() && !layout.hasGaps() && !layout.isObject()
                && (array == null || layout.element() != Element.BOOLEAN);
    }

    /** The program's array; null for direct memory. */
    public Object array() {
        return array;
    }

    /** Where the first element is: its index in the array, or its address in direct memory. */
    public long place() {
        return array == null ? address() : shift + layout.lowest(offset, 1);
    }

    /** Whether some pieces of the span's count lie within the buffer, one after the other. */
    public boolean hasPieces(int pieces) {
        return count >= 0 && (long) count * pieces <= Integer.MAX_VALUE && isWithin(offset, count * pieces);
    }

    /** Whether MPI would read and write the program's own memory. */
    public boolean isShared() {
        return isDirect() || isPinnable(elements());
    }

    /** The address of the first element: in the memory of a direct buffer, or relative to an array's start. */
    public long address() {
        return address + (shift + layout.lowest(offset, 1)) * layout.elementSize();
    }

    public void pack(ByteBuffer to, int at) {
        pack(offset, count, to, at);
    }

    public void pack(int offset, int count, ByteBuffer to, int at) {
        if (bytes != null) {
            int size = layout.elementSize();
            layout.forEachRun(offset, count, Integer.MAX_VALUE, (index, length, before) -> bytes.read(
                    (long) index * size, length * size, to, at + before * size));
            return;
        } else if (array != null) {
            layout.pack(array, shift + offset, count, to, at);
            return;
        } else if (layout.elements(count) == 0) {
            return;
        }
        int size = layout.elementSize();
        long lowest = layout.lowest(offset, count);
        ByteBuffer memory = memory(lowest, offset, count);
        layout.forEachRun(offset, count, Integer.MAX_VALUE, (index, length, before) -> to.put(
                at + before * size, memory, (int) (index - lowest) * size, length * size));
    }

    /** Copies received elements into the buffer, up to the given number. */
    public void unpack(ByteBuffer from, int elements) {
        unpack(from, 0, elements);
    }

    /** As the other one, from a byte on. */
    public void unpack(ByteBuffer from, int at, int elements) {
        unpack(from, at, elements, offset, count);
    }

    public void unpack(ByteBuffer from, int at, int elements, int offset, int count) {
        if (bytes != null) {
            int size = layout.elementSize();
            layout.forEachRun(offset, count, elements, (index, length, before) -> bytes.write(
                    (long) index * size, length * size, from, at + before * size));
            return;
        } else if (array != null) {
            layout.unpack(from, at, elements, array, shift + offset, count);
            return;
        } else if (elements == 0 || layout.elements(count) == 0) {
            return;
        }
        int size = layout.elementSize();
        long lowest = layout.lowest(offset, count);
        ByteBuffer memory = memory(lowest, offset, count);
        // The gaps are not written, since other operations may write them at the same time.
        layout.forEachRun(offset, count, elements, (index, length, before) -> memory.put(
                (int) (index - lowest) * size, from, at + before * size, length * size));
    }

    /** The memory of a direct buffer between the lowest and the highest element of some copies. */
    private ByteBuffer memory(long lowest, int offset, int count) {
        int size = layout.elementSize();
        return Mpi.bytesAt(address + lowest * size, (layout.highest(offset, count) - lowest) * size);
    }

    /** A copy of the elements to send, for calls that write the same buffer meanwhile. */
    public Span copied() {
        int base = (int) Math.max(0, -layout.lowest(0, count));
        int length = base + (int) Math.max(0, layout.highest(0, count));
        if (layout.isArray(buf)) {
            Object copy = layout.element().newArray(length);
            System.arraycopy(buf, offset - base, copy, 0, length);
            return new Span(call, name, copy, base, count, layout);
        }
        int size = layout.elementSize();
        ByteBuffer copy = ByteBuffer.allocateDirect(length * size).order(ByteOrder.nativeOrder());
        pack(copy, (int) (base + layout.lowest(0, count)) * size);
        return new Span(call, name, copy, base, count, layout);
    }
}
