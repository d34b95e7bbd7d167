package org.rmi4mpi.message;

import java.nio.ByteBuffer;
import org.rmi4mpi.bridge.Mpi;

/**
 * The blocks of a datatype: elements of one base type, at displacements in elements. A message holds only the elements,
 * in the order of the blocks. MPI counts items. An item is an element, or a group of elements that has a type of its
 * own in MPI, such as the two floats of a complex number, or the bytes of a structure. Immutable.
 */
public final class Layout {
    private static final int[] AT_ZERO = {0};
    /** The item of layouts that stand for freed datatypes. */
    private static final Item FREED = new Item(Element.BYTE, 0, 1, 1, 1);

    private final String name;
    private final Item item;
    final int[] starts;
    final int[] lengths;
    private final int size;
    private final int lb;
    private final int ub;
    /** Whether a bound was set. It is then also set in types that are made of this one. */
    private final boolean lbMarked;
    private final boolean ubMarked;
    private final int first;
    private final int end;
    /** The face's datatype for this layout; its constructor sets it. */
    private Object face;

    /**
     * The unit that MPI counts.
     *
     * @param element null where the elements are objects
     * @param handle MPI's type
     * @param elements number of elements of an item
     * @param wireBytes bytes of an item on the wire
     * @param basics basic elements of an item, as MPI_Get_elements counts them
     * @param hasGaps whether some bytes of an item do not travel
     * @param members of a structure; null for other items
     */
    record Item(Element element, long handle, int elements, int wireBytes, int basics, boolean hasGaps,
            Members members) {
        Item(Element element, long handle, int elements, int wireBytes, int basics) {
            this(element, handle, elements, wireBytes, basics, false, null);
        }

        /** The bytes of some basic elements in a message. */
        long wireBytesOf(long basicElements) {
            int rest = (int) (basicElements % basics);
            return basicElements / basics * wireBytes + (rest == 0 ? 0 : members.bytesOf(rest));
        }
    }

    Layout(String name, Item item, int[] starts, int[] lengths, int lb, int ub, boolean lbMarked, boolean ubMarked) {
        this.name = name;
        this.item = item;
        this.starts = starts;
        this.lengths = lengths;
        this.lb = lb;
        this.ub = ub;
        this.lbMarked = lbMarked;
        this.ubMarked = ubMarked;
        int all = 0;
        int lowest = 0;
        int highest = 0;
        for (int i = 0; i < starts.length; i++) {
            all += lengths[i];
            lowest = i == 0 ? starts[i] : Math.min(lowest, starts[i]);
            highest = i == 0 ? starts[i] + lengths[i] : Math.max(highest, starts[i] + lengths[i]);
        }
        this.size = all;
        this.first = lowest;
        this.end = highest;
    }

    private static Layout basic(String name, Item item, int length) {
        return new Layout(name, item, AT_ZERO, new int[] {length}, 0, length, false, false);
    }

    /** A number of elements of a primitive type, without gaps. */
    public static Layout of(String name, Element element, int length) {
        return basic(name, new Item(element, Mpi.constant(element.nameInC()), 1, element.size(), 1), length);
    }

    /** The layout of packed bytes. */
    public static Layout packed(String name) {
        return basic(name, new Item(Element.BYTE, Mpi.constant("MPI_PACKED"), 1, 1, 1), 1);
    }

    public static Layout objects(String name) {
        return basic(name, new Item(null, Constants.BYTE, 1, 1, 1), 1);
    }

    /** A group of elements that is one item in MPI, such as a complex number. */
    public static Layout grouped(String name, Element element, int length, String nameInC, int basics) {
        return basic(name, new Item(element, Mpi.constant(nameInC), length, length * element.size(), basics),
                length);
    }

    /** One item of bytes, at a displacement. */
    static Layout structure(String name, Item item, int lower) {
        return new Layout(name, item, new int[] {lower}, new int[] {item.elements}, lower, lower + item.elements,
                false, false);
    }

    /** A layout that touches no byte. Bounds and extent are in bytes. */
    static Layout withoutElements(String name, int lower, int extent) {
        Item item = new Item(Element.BYTE, Constants.BYTE, 1, 1, 1);
        return new Layout(name, item, new int[0], new int[0], lower, lower + extent, false, false);
    }

    /**
     * A pair of a value and an index, as C lays it out: bytes that are one item in MPI.
     *
     * @param nameInC such as MPI_DOUBLE_INT
     * @param wireBytes without the gaps
     */
    public static Layout pair(String name, String nameInC, int extent, int wireBytes) {
        return structure(name, new Item(Element.BYTE, Mpi.constant(nameInC), extent, wireBytes, 2, wireBytes < extent,
                Members.pair(wireBytes - Integer.BYTES)), 0);
    }

    /** Stands for a datatype that was freed, in the arguments of a call. Each use of it is refused. */
    public Layout freed() {
        return basic(name, FREED, 0);
    }

    boolean isFreed() {
        return item == FREED;
    }

    /** The same layout, for another datatype of the face. */
    public Layout copy() {
        return new Layout(name, item, starts, lengths, lb, ub, lbMarked, ubMarked);
    }

    /** The same blocks with bounds of their own, in elements. */
    public Layout resized(int lower, int upper) {
        return new Layout(name, item, starts, lengths, lower, upper, true, true);
    }

    /** The face's datatype for this layout. */
    public Object face() {
        return face;
    }

    public void setFace(Object face) {
        this.face = face;
    }

    /** Upper bound less lower bound, in elements. */
    public int extent() {
        return ub - lb;
    }

    /** Number of elements. */
    public int size() {
        return size;
    }

    /** Bound in elements. */
    public int lb() {
        return lb;
    }

    /** Bound in elements. */
    public int ub() {
        return ub;
    }

    /** Displacement of the first element. */
    public int first() {
        return first;
    }

    /** Displacement of the end of the last element. */
    public int end() {
        return end;
    }

    boolean isLbMarked() {
        return lbMarked;
    }

    boolean isUbMarked() {
        return ubMarked;
    }

    Item item() {
        return item;
    }

    public boolean isObject() {
        return item.element == null;
    }

    /** Whether a call touches no element, so that any buffer fits. */
    boolean isEmpty() {
        return size == 0 && item.element != null;
    }

    Object newArray(int length) {
        return item.element == null ? new Object[length] : item.element.newArray(length);
    }

    /** Whether a program's buffer is an array of this type's elements. */
    boolean isArray(Object buf) {
        return item.element == null ? buf instanceof Object[] : item.element.isArray(buf);
    }

    /** Null where the elements are objects. */
    public Element element() {
        return item.element;
    }

    /** MPI's type of an item. */
    public long handle() {
        return item.handle;
    }

    /** Bytes of an element in memory. */
    public int elementSize() {
        return item.element == null ? 1 : item.element.size();
    }

    /** Bytes of one copy on the wire. */
    public long wireSize() {
        return (long) size / item.elements * item.wireBytes;
    }

    /** Whether an item has bytes that are not sent. A receive leaves them as they are. */
    boolean hasGaps() {
        return item.hasGaps;
    }

    /** The number of elements of some copies. */
    public long elements(int count) {
        return (long) count * size;
    }

    /** The number of items of some elements, which is MPI's count. */
    int items(long elements) {
        return item.elements == 1 ? (int) elements : (int) (elements / item.elements);
    }

    /** The number of elements in some bytes of a message. An incomplete item at the end does not count. */
    long elementsOf(long wireBytes) {
        return item.wireBytes == 1 ? wireBytes : wireBytes / item.wireBytes * item.elements;
    }

    /** Whether any number of copies is one run of elements without gaps, which begins with the first copy. */
    boolean isContiguous() {
        return starts.length == 0 || starts.length == 1 && lengths[0] == extent();
    }

    /**
     * Lowest index of an element of some copies that begin at an offset. It has no meaning where there is no element.
     */
    long lowest(int offset, int count) {
        return (long) offset + first + Math.min(0, (long) (count - 1) * extent());
    }

    /** Index after the last element of some copies. */
    long highest(int offset, int count) {
        return (long) offset + end + Math.max(0, (long) (count - 1) * extent());
    }

    /** Handles one block of elements: its index in the array, its length, and the number of elements before it. */
    @FunctionalInterface
    interface BlockAction {
        void block(int index, int length, int before);
    }

    /** Visits the blocks of some copies, and stops after a number of elements. */
    void forEachBlock(int offset, int count, int limit, BlockAction action) {
        if (elements(count) == 0) {
            return;
        } else if (isContiguous()) {
            action.block(offset + first, (int) Math.min(limit, elements(count)), 0);
            return;
        }
        int before = 0;
        for (int k = 0; k < count && before < limit; k++) {
            for (int i = 0; i < starts.length && before < limit; i++) {
                int length = Math.min(lengths[i], limit - before);
                action.block(offset + k * extent() + starts[i], length, before);
                before += length;
            }
        }
    }

    /** Copies the elements of some copies from an array into a message, from a byte position on. */
    void pack(Object array, int offset, int count, ByteBuffer to, int at) {
        if (elements(count) == 0) {
            return; // the offset has no meaning then
        }
        Element element = item.element;
        if (isContiguous()) {
            element.write(array, offset + first, (int) elements(count), to, at);
            return;
        }
        forEachBlock(offset, count, Integer.MAX_VALUE,
                (index, length, before) -> element.write(array, index, length, to, at + before * element.size()));
    }

    /**
     * Copies elements from a message, from a byte position on, into some copies in an array. It stops after the given
     * number of elements.
     */
    void unpack(ByteBuffer from, int at, int elements, Object array, int offset, int count) {
        if (elements == 0 || elements(count) == 0) {
            return;
        }
        Element element = item.element;
        if (isContiguous()) {
            element.read(from, at, array, offset + first, (int) Math.min(elements, elements(count)));
            return;
        }
        forEachBlock(offset, count, elements,
                (index, length, before) -> element.read(from, at + before * element.size(), array, index, length));
    }

    @Override
    public String toString() {
        return name;
    }
}
