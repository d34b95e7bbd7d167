package org.rmi4mpi.message.data;

import java.nio.ByteBuffer;
import org.rmi4mpi.bridge.Mpi;

/**
 * The blocks of a datatype: elements of one base type, at displacements in elements. A message holds only the elements,
 * in the order of the blocks. MPI counts items. An item is an element, or a group of elements that has a type of its
 * own in MPI, such as the two floats of a complex number, or the bytes that the members of a structure have in a
 * message. So MPI never sees the gaps of a layout, nor its bounds. Immutable.
 */
public final class Layout {
    private static final int[] AT_ZERO = {0};
    /** The item of layouts that stand for freed datatypes. */
    private static final Item FREED = new Item(Element.BYTE, 0, 1, 1, 1);
    static final Item BYTES = new Item(Element.BYTE, Constants.BYTE, 1, 1, 1);

    private final String name;
    private final Item item;
    final int[] starts;
    final int[] lengths;
    private final int size;
    private final int lb;
    private final int ub;
    /** Whether the program has set a bound. It is then also set in types that are made of this one. */
    private final boolean lbMarked;
    private final boolean ubMarked;
    /** How it is made of other layouts; null where it is not. */
    private final Derivation derivation;
    private final boolean hasGaps;
    private final boolean isContiguous;
    private final int elementSize;
    private final long wireSize;
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
     * @param members of a structure or a pair; null for other items
     */
    record Item(Element element, long handle, int elements, int wireBytes, int basics, Members members) {
        Item(Element element, long handle, int elements, int wireBytes, int basics) {
            this(element, handle, elements, wireBytes, basics, null);
        }

        static Item of(Element element) {
            return new Item(element, Mpi.constant(element.nameInC()), 1, element.size(), 1);
        }

        /** The bytes of some basic elements in a message. */
        long wireBytesOf(long basicElements) {
            int rest = (int) (basicElements % basics);
            return basicElements / basics * wireBytes + (rest == 0 ? 0 : members.bytesOf(rest));
        }

        /** Bytes of an element in memory. */
        int elementSize() {
            return element == null ? 1 : element.size();
        }

        /** Bytes in memory. */
        int bytes() {
            return elements * elementSize();
        }

        /** Whether it has members of several types, in places of its own. */
        boolean isStructure() {
            return members != null && !members.isPair();
        }

        /** Whether it is a pair of a value and an index, which MPI itself combines. */
        boolean isPair() {
            return members != null && members.isPair();
        }

        /** Whether some bytes in memory are not sent. */
        boolean hasGaps() {
            return isPair() && wireBytes < bytes();
        }
    }

    Layout(String name, Item item, int[] starts, int[] lengths, Bounds bounds, Derivation derivation) {
        this.name = name;
        this.item = item;
        this.starts = starts;
        this.lengths = lengths;
        this.lb = (int) (bounds.lower() / item.elementSize());
        this.ub = (int) (bounds.upper() / item.elementSize());
        this.lbMarked = bounds.isLowerMarked();
        this.ubMarked = bounds.isUpperMarked();
        this.derivation = derivation;
        this.hasGaps = item.hasGaps();
        int all = 0;
        int lowest = 0;
        int highest = 0;
        for (int i = 0; i < starts.length; i++) {
            all += lengths[i];
            lowest = i == 0 ? starts[i] : Math.min(lowest, starts[i]);
            highest = i == 0 ? starts[i] + lengths[i] : Math.max(highest, starts[i] + lengths[i]);
        }
        this.size = all;
        this.isContiguous = starts.length == 0 || starts.length == 1 && lengths[0] == extent();
        this.elementSize = item.elementSize();
        this.wireSize = (long) all / item.elements * item.wireBytes;
        this.first = lowest;
        this.end = hasGaps && all > 0 ? highest - item.elements + item.members.end() : highest;
    }

    private static Layout basic(String name, Item item, int length) {
        int[] starts = length == 0 ? new int[0] : AT_ZERO;
        int[] lengths = length == 0 ? new int[0] : new int[] {length};
        return new Layout(name, item, starts, lengths, Bounds.ofBytes((long) length * item.elementSize()), null);
    }

    /** A number of elements of a primitive type, without gaps. */
    public static Layout of(String name, Element element, int length) {
        return basic(name, Item.of(element), length);
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

    /**
     * A pair of a value and an int, as C lays it out: bytes that are one item in MPI.
     *
     * @param nameInC such as MPI_DOUBLE_INT
     */
    public static Layout pair(String name, String nameInC, Element value) {
        int extent = 2 * Math.max(value.size(), Integer.BYTES);
        return basic(name, new Item(Element.BYTE, Mpi.constant(nameInC), extent, value.size() + Integer.BYTES, 2,
                Members.pair(value)), extent);
    }

    /** No elements, but a mark: types that are made of it have this lower bound. */
    public static Layout lowerBound(String name) {
        return new Layout(name, BYTES, new int[0], new int[0], new Bounds(0, 0, true, false), null);
    }

    /** Like {@link #lowerBound}, for the upper bound. */
    public static Layout upperBound(String name) {
        return new Layout(name, BYTES, new int[0], new int[0], new Bounds(0, 0, false, true), null);
    }

    /** Stands for a datatype that was freed, in the arguments of a call. Each use of it is refused. */
    public Layout freed() {
        return basic(name, FREED, 0);
    }

    public boolean isFreed() {
        return item == FREED;
    }

    /** The same layout, for another datatype of the face. */
    public Layout copy() {
        return new Layout(name, item, starts, lengths, bounds(), derivation);
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

    /** Elements between the last one that is sent, and the end of its item. */
    public int trailingGap() {
        return hasGaps ? item.elements - item.members.end() : 0;
    }

    /** The bounds in bytes. */
    Bounds bounds() {
        long bytes = elementSize();
        return new Bounds(lb * bytes, ub * bytes, lbMarked, ubMarked);
    }

    /** Whether it marks a bound of the types that it is in, and has nothing else. */
    boolean isMarker() {
        return size == 0 && derivation == null && (lbMarked || ubMarked);
    }

    /** How it is made of other layouts; null where it is not. */
    Derivation derivation() {
        return derivation;
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

    /** The length of an array for which {@link #isArray} is true. */
    int length(Object array) {
        return item.element == null ? ((Object[]) array).length : item.element.length(array);
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
        return elementSize;
    }

    /** Bytes of one copy on the wire. */
    public long wireSize() {
        return wireSize;
    }

    /** Whether an item has bytes that are not sent. A receive leaves them as they are. */
    public boolean hasGaps() {
        return hasGaps;
    }

    /** The number of elements of some copies. */
    public long elements(int count) {
        return (long) count * size;
    }

    /** The number of items of some elements, which is MPI's count. */
    public int items(long elements) {
        return item.elements == 1 ? (int) elements : (int) (elements / item.elements);
    }

    /** The number of elements in some bytes of a message. An incomplete element at the end does not count. */
    public long elementsOf(long wireBytes) {
        if (!hasGaps) {
            return wireBytes / item.elementSize();
        }
        int rest = (int) (wireBytes % item.wireBytes);
        return wireBytes / item.wireBytes * item.elements + item.members.reach(rest);
    }

    /** Whether it has the same items as another layout, or is a structure whose members are all such items. */
    public boolean consistsOf(Layout other) {
        return item.equals(other.item) || item.isStructure()
                && item.members.list().stream().allMatch(each -> each.item().equals(other.item));
    }

    /** Whether its items are pairs of a value and an index, which MPI itself combines. */
    public boolean isPair() {
        return item.isPair();
    }

    /** Whether its items have members of several types. */
    public boolean isStructure() {
        return item.isStructure();
    }

    /** Whether its items are pairs or structures. */
    public boolean hasMembers() {
        return item.members != null;
    }

    /** The number of elements of an item. */
    public int itemElements() {
        return item.elements;
    }

    /**
     * The number of elements in a message of some bytes; UNDEFINED where it is no whole number of items. MPI 3.1,
     * 3.2.5.
     */
    public long elementsIn(long wireBytes) {
        if (size == 0) {
            return wireBytes == 0 ? 0 : Constants.UNDEFINED;
        }
        return wireBytes % item.wireBytes == 0 ? elementsOf(wireBytes) : Constants.UNDEFINED;
    }

    /** The number of basic elements in a message, as MPI counts them; UNDEFINED where it is no whole number. */
    public long basicElementsIn(long wireBytes) {
        long elements = elementsIn(wireBytes);
        if (elements == Constants.UNDEFINED && item.members != null && size > 0) {
            int rest = item.members.basicsOf((int) (wireBytes % item.wireBytes));
            return rest < 0 ? Constants.UNDEFINED : wireBytes / item.wireBytes * item.basics + rest;
        }
        return elements == Constants.UNDEFINED ? elements : elements / item.elements * item.basics;
    }

    /** The bytes of some basic elements in a message. */
    public long wireBytesOf(long basicElements) {
        return size == 0 ? 0 : item.wireBytesOf(basicElements);
    }

    /** The most basic elements whose bytes a long can count. */
    public long mostBasicElements() {
        return Long.MAX_VALUE / item.wireBytes;
    }

    /** Whether any number of copies is one run of elements without gaps, which begins with the first copy. */
    public boolean isContiguous() {
        return isContiguous;
    }

    /**
     * Lowest index of an element of some copies that begin at an offset. It has no meaning where there is no element.
     */
    public long lowest(int offset, int count) {
        return (long) offset + first + Math.min(0, (long) (count - 1) * extent());
    }

    /** Index after the last element of some copies. */
    public long highest(int offset, int count) {
        return (long) offset + end + Math.max(0, (long) (count - 1) * extent());
    }

    /** Handles one block of elements: its index in the array, its length, and the number of elements before it. */
    @FunctionalInterface
    public interface BlockAction {
        void block(int index, int length, int before);
    }

    /** Visits the blocks of some copies, and stops after a number of elements. */
    public void forEachBlock(int offset, int count, int limit, BlockAction action) {
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

    /** Like {@link #forEachBlock}, for the elements that are sent: it leaves out the gaps within items. */
    public void forEachRun(int offset, int count, int limit, BlockAction action) {
        forEachBlock(offset, count, limit, hasGaps
                ? (index, length, before) -> item.members.forEachRun(item.elements, index, length, before, action)
                : action);
    }

    /** Copies the elements of some copies from an array into a message, from a byte position on. */
    public void pack(Object array, int offset, int count, ByteBuffer to, int at) {
        if (elements(count) == 0) {
            return; // the offset has no meaning then
        }
        Element element = item.element;
        if (isContiguous() && !hasGaps) {
            element.write(array, offset + first, (int) elements(count), to, at);
            return;
        }
        forEachRun(offset, count, Integer.MAX_VALUE,
                (index, length, before) -> element.write(array, index, length, to, at + before * element.size()));
    }

    /**
     * Copies elements from a message, from a byte position on, into some copies in an array. It stops after the given
     * number of elements.
     */
    public void unpack(ByteBuffer from, int at, int elements, Object array, int offset, int count) {
        if (elements == 0 || elements(count) == 0) {
            return;
        }
        Element element = item.element;
        if (isContiguous() && !hasGaps) {
            element.read(from, at, array, offset + first, (int) Math.min(elements, elements(count)));
            return;
        }
        forEachRun(offset, count, elements,
                (index, length, before) -> element.read(from, at + before * element.size(), array, index, length));
    }

    @Override
    public String toString() {
        return name;
    }
}
