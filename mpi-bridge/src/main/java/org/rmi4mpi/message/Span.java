package org.rmi4mpi.message;

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
 * What a call is given: its name, and a part of a program's buffer. The buffer is an array, a buffer over an array, or a
 * direct buffer, whose memory MPI reads and writes without a copy. The part is a number of copies of a layout from an
 * offset on, in elements, in a buffer from its index 0 to its limit. Owned by the call.
 */
public final class Span {
    /** Of an array that is not copied. */
    private static final int LEAST_PINNED_BYTES = 16 << 10;

    private final String call;
    private final String name;
    private final Object buf;
    private final int offset;
    private final int count;
    /** Null is as good as an array without elements. */
    private final boolean isNull;
    private final Layout layout;
    /** Null for a direct buffer. */
    private final Object array;
    /** Null but where the array is of another type than the layout's elements. */
    private final ArrayBytes bytes;
    private final int shift;
    private final long address;
    private final int length;

    /**
     * @param call in the spelling of the program
     * @param name of the argument that is the buffer
     * @param offset of the first copy, in elements
     * @param count copies of the layout; of pieces that have counts of their own it is not used
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
        this.buf = isNull ? layout.newArray(0) : buf instanceof ByteHolder holder ? holder.bytes() : buf;
        if (layout.isArray(this.buf) || layout.isEmpty()) {
            array = layout.isEmpty() ? layout.newArray(0) : this.buf;
            shift = 0;
            address = 0;
            length = Array.getLength(array);
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

    /** Of a buffer that is only read: a single object is as good as an array of it. */
    public static Span read(String call, String name, Object buf, int offset, int count, Layout layout) {
        boolean single = layout != null && layout.isObject() && buf != null && !(buf instanceof Object[]);
        return new Span(call, name, single ? new Object[] {buf} : buf, offset, count, layout);
    }

    /**
     * The same in another object. A call that ends at once gives this to its rare path, so that its own span needs no
     * place on the heap.
     */
    Span again() {
        return part(offset, count);
    }

    /** Another part of the same buffer. */
    Span part(int offset, int count) {
        return new Span(call, name, buf, offset, count, layout);
    }

    /** What is no array has to be a buffer of the layout's elements. */
    private Buffer buffer() {
        if (layout.isObject()) {
            Check.argument(call, false, name, describe(buf), "an array of objects, as MPI.OBJECT wants");
        }
        Element element = layout.element();
        if (!element.isBuffer(buf)) {
            Check.argument(call, false, name, describe(buf),
                    element.arrayName() + " or a buffer of it, which " + layout + " stands for");
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
    Span check() {
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

    /** Whether an index below 0 lies in what a buffer is a slice of. */
    private boolean isBefore(long lowest) {
        return array != null
                ? bytes == null && shift + lowest >= 0
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
                "one from which the datatype does not reach below 0, to " + lowest);
        Check.argument(call, layout.elements(count) * layout.elementSize() <= Check.LARGEST_MESSAGE, "count" + piece,
                count, "at most " + Check.LARGEST_MESSAGE / layout.elementSize()
                        + " elements, or 2 GiB less 1 byte, in one message");
    }

    /** @throws MessageException where a collective operation has no count or displacement for each rank */
    Span checkPieces(int[] counts, int[] displs, int ranks) {
        Check.length(call, "counts of " + name, counts, ranks);
        Check.length(call, "displs of " + name, displs, ranks);
        return this;
    }

    /**
     * Where the piece of a rank begins, of which the displacement is given in extents of the layout.
     *
     * @throws MessageException where the piece does not lie within the buffer
     */
    int piece(int rank, int count, int displacement) {
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

    /** @throws MessageException where nothing can be received into the buffer */
    Span writable() {
        Check.argument(call, !(buf instanceof Buffer buffer && buffer.isReadOnly()), name, "a read-only buffer",
                "one that can be written");
        return this;
    }

    /** @throws MessageException where a function of the program would not find elements of its datatype */
    void checkElements() {
        Check.argument(call, bytes == null, name, shortType(), layout.element() + " for a function in Java");
    }

    String call() {
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
    long elements() {
        return layout.elements(count);
    }

    /** Bytes of the copies on the wire. */
    long wireBytes() {
        return count * layout.wireSize();
    }

    /** Whether MPI can be given the memory itself. */
    boolean isDirect() {
        return array == null && layout.isContiguous();
    }

    /** The array, where so much of it is used that it is better left than copied; null where not, or it cannot be. */
    Memory pinned(long elements) {
        return isPinnable(elements) ? PinnedArray.of(array) : null;
    }

    private boolean isPinnable(long elements) {
        return array != null && bytes == null && elements * layout.elementSize() >= LEAST_PINNED_BYTES
                && layout.isContiguous() && layout.element() != Element.BOOLEAN
                && PinnedArray.isPossible((long) Array.getLength(array) * layout.elementSize());
    }

    /** Whether MPI would read and write the program's own memory. */
    boolean isShared() {
        return isDirect() || isPinnable(elements());
    }

    /** Of the element that the copies begin with: in a direct buffer, or counted from an array's start. */
    long address() {
        return address + (shift + layout.lowest(offset, 1)) * layout.elementSize();
    }

    void pack(ByteBuffer to, int at) {
        pack(offset, count, to, at);
    }

    void pack(int offset, int count, ByteBuffer to, int at) {
        if (bytes != null) {
            int size = layout.elementSize();
            layout.forEachBlock(offset, count, Integer.MAX_VALUE, (index, length, before) -> bytes.read(
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
        layout.forEachBlock(offset, count, Integer.MAX_VALUE, (index, length, before) -> to.put(
                at + before * size, memory, (int) (index - lowest) * size, length * size));
    }

    /** At most so many elements. */
    void unpack(ByteBuffer from, int elements) {
        unpack(from, 0, elements, offset, count);
    }

    void unpack(ByteBuffer from, int at, int elements, int offset, int count) {
        if (bytes != null) {
            int size = layout.elementSize();
            layout.forEachBlock(offset, count, elements, (index, length, before) -> bytes.write(
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
        // Nothing else is written: other operations may write what lies between.
        layout.forEachBlock(offset, count, elements, (index, length, before) -> memory.put(
                (int) (index - lowest) * size, from, at + before * size, length * size));
    }

    /** What a direct buffer has from its lowest element of the copies to their highest. */
    private ByteBuffer memory(long lowest, int offset, int count) {
        int size = layout.elementSize();
        return Mpi.bytesAt(address + lowest * size, (layout.highest(offset, count) - lowest) * size);
    }

    /** What is sent while the program's own memory is written, in memory of its own. */
    Span copied() {
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
