package mpi;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.rmi4mpi.bridge.Mpi;

/**
 * What a buffer holds: elements of one base type, in blocks at displacements. The basic datatypes are constants of
 * {@link MPI}; others are made of them by the static methods here. Displacements, extents and bounds are in elements
 * of the base type. On the wire go the elements alone, in the order of the blocks, so that the two sides of a message
 * may have shapes of their own. Immutable. Source: mpiJava 1.2, after MPI 1.1, 3.12.
 */
public class Datatype extends Freeable {
    private static final int[] AT_ZERO = {0};

    private final String name;
    /** Null where the elements are objects. */
    private final Element element;
    private final long handle;
    private final int[] starts;
    private final int[] lengths;
    private final int size;
    private final int lb;
    private final int ub;
    /** Whether MPI.LB has set the lower bound: it stays so in types that are made of this one. */
    private final boolean lbMarked;
    private final boolean ubMarked;
    private final int first;
    private final int end;

    /** A basic type; of objects, where the element is null. */
    Datatype(String name, Element element, int length) {
        this(name, element, AT_ZERO, new int[] {length}, 0, length, false, false);
    }

    /** PACKED is bytes of another name. */
    private Datatype(String name, Element element, int[] starts, int[] lengths, int lb, int ub, boolean lbMarked,
            boolean ubMarked) {
        this.name = name;
        this.element = element;
        this.handle = Mpi.constant(
                name.equals("MPI.PACKED") ? "MPI_PACKED" : element == null ? "MPI_BYTE" : element.nameInC());
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

    /**
     * Count copies of a type, one after the other.
     *
     * @param count copies, 0 or more
     * @param oldtype a basic or derived datatype
     * @return a new datatype
     * @throws MPIException where a block lies beyond the range of an int, or the type's extent does
     */
    public static Datatype Contiguous(int count, Datatype oldtype) {
        Blocks blocks = new Blocks("Contiguous", oldtype);
        blocks.check("count", count);
        blocks.add(count, 0, oldtype);
        return blocks.type();
    }

    /**
     * Count blocks, whose beginnings are stride copies of the old type apart.
     *
     * @param count blocks, 0 or more
     * @param blocklength copies of the old type in each block
     * @param stride from one block's beginning to the next, in extents of the old type
     * @param oldtype a basic or derived datatype
     * @return a new datatype
     * @throws MPIException where a block lies beyond the range of an int, or the type's extent does
     */
    public static Datatype Vector(int count, int blocklength, int stride, Datatype oldtype) {
        Blocks blocks = new Blocks("Vector", oldtype);
        blocks.check("count", count);
        for (int i = 0; i < count; i++) {
            blocks.add(blocklength, (long) i * stride * oldtype.Extent(), oldtype);
        }
        return blocks.type();
    }

    /**
     * Count blocks, whose beginnings are stride elements of the base type apart.
     *
     * @param count blocks, 0 or more
     * @param blocklength copies of the old type in each block
     * @param stride from one block's beginning to the next, in elements of the base type
     * @param oldtype a basic or derived datatype
     * @return a new datatype
     * @throws MPIException where a block lies beyond the range of an int, or the type's extent does
     */
    public static Datatype Hvector(int count, int blocklength, int stride, Datatype oldtype) {
        Blocks blocks = new Blocks("Hvector", oldtype);
        blocks.check("count", count);
        for (int i = 0; i < count; i++) {
            blocks.add(blocklength, (long) i * stride, oldtype);
        }
        return blocks.type();
    }

    /**
     * Blocks of given lengths, at displacements in copies of the old type.
     *
     * @param array_of_blocklengths length of each block, in copies of the old type
     * @param array_of_displacements where each block begins, in extents of the old type
     * @param oldtype a basic or derived datatype
     * @return a new datatype
     * @throws MPIException where a block lies beyond the range of an int, or the type's extent does
     */
    public static Datatype Indexed(int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype) {
        Blocks blocks = new Blocks("Indexed", oldtype);
        blocks.check(array_of_blocklengths, array_of_displacements);
        for (int i = 0; i < array_of_blocklengths.length; i++) {
            blocks.add(array_of_blocklengths[i], (long) array_of_displacements[i] * oldtype.Extent(), oldtype);
        }
        return blocks.type();
    }

    /**
     * Blocks of given lengths, at displacements in elements of the base type.
     *
     * @param array_of_blocklengths length of each block, in copies of the old type
     * @param array_of_displacements where each block begins, in elements of the base type
     * @param oldtype a basic or derived datatype
     * @return a new datatype
     * @throws MPIException where a block lies beyond the range of an int, or the type's extent does
     */
    public static Datatype Hindexed(int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype) {
        Blocks blocks = new Blocks("Hindexed", oldtype);
        blocks.check(array_of_blocklengths, array_of_displacements);
        for (int i = 0; i < array_of_blocklengths.length; i++) {
            blocks.add(array_of_blocklengths[i], array_of_displacements[i], oldtype);
        }
        return blocks.type();
    }

    /**
     * Blocks of several types over one base type, at displacements in elements of it. {@link MPI#LB} and {@link MPI#UB}
     * among the types set the bounds, and those of types that are made of this one. MPI 1.1, 3.12.3.
     *
     * @param array_of_blocklengths length of each block, in copies of its type
     * @param array_of_displacements where each block begins, in elements of the base type
     * @param array_of_types type of each block
     * @return a new datatype
     * @throws MPIException where the types have several base types, a block lies beyond the range of an int, or the
     *     type's extent does
     */
    public static Datatype Struct(
            int[] array_of_blocklengths, int[] array_of_displacements, Datatype[] array_of_types) {
        Check.argument("Struct", array_of_types != null, "array_of_types", "null", "an array of datatypes");
        Blocks blocks = new Blocks("Struct", baseOf(array_of_types));
        blocks.check(array_of_blocklengths, array_of_displacements);
        Check.argument("Struct", array_of_types.length == array_of_blocklengths.length, "array_of_types.length",
                array_of_types.length, "that of the other arrays, " + array_of_blocklengths.length);
        for (int i = 0; i < array_of_types.length; i++) {
            blocks.add(array_of_blocklengths[i], array_of_displacements[i], array_of_types[i]);
        }
        return blocks.type();
    }

    private static Datatype baseOf(Datatype[] types) {
        for (int i = 0; i < types.length; i++) {
            Check.argument("Struct", types[i] != null, "array_of_types[" + i + "]", "null", "a datatype");
            if (types[i] != MPI.LB && types[i] != MPI.UB) {
                return types[i];
            }
        }
        return MPI.BYTE;
    }

    /** Collects the blocks of a new type. Owned by one call. */
    private static final class Blocks {
        private final String call;
        private final Element element;
        private int[] starts = new int[8];
        private int[] lengths = new int[8];
        private int count;
        private long size;
        private long lb = Long.MAX_VALUE;
        private long ub = Long.MIN_VALUE;
        private Long markedLb;
        private Long markedUb;

        Blocks(String call, Datatype base) {
            this.call = call;
            Check.argument(call, base != null, "oldtype", "null", "a datatype");
            this.element = base.element;
        }

        void check(String what, int count) {
            Check.argument(call, count >= 0, what, count, "0 or more");
        }

        void check(int[] blocklengths, int[] displacements) {
            Check.argument(call, blocklengths != null, "array_of_blocklengths", "null", "an array");
            Check.argument(call, displacements != null, "array_of_displacements", "null", "an array");
            Check.argument(call, blocklengths.length == displacements.length, "array_of_displacements.length",
                    displacements.length, "that of array_of_blocklengths, " + blocklengths.length);
        }

        /** So many copies of a type, from a displacement on. */
        void add(int copies, long displacement, Datatype type) {
            check("blocklength", copies);
            if (type == MPI.LB) {
                markLb(displacement);
                return;
            } else if (type == MPI.UB) {
                markUb(displacement);
                return;
            }
            Check.argument(call, type.element == element, "datatype", type, "one of the same base type as the others");
            if (copies == 0) {
                return;
            }
            long last = displacement + (long) (copies - 1) * type.Extent();
            lb = Math.min(lb, displacement + type.lb);
            ub = Math.max(ub, last + type.ub);
            if (type.lbMarked) {
                markLb(Math.min(displacement, last) + type.lb);
            }
            if (type.ubMarked) {
                markUb(Math.max(displacement, last) + type.ub);
            }
            if (type.isContiguous()) {
                addBlock(displacement + type.first, (long) copies * type.size);
                return;
            }
            for (int k = 0; k < copies; k++) {
                for (int i = 0; i < type.starts.length; i++) {
                    addBlock(displacement + (long) k * type.Extent() + type.starts[i], type.lengths[i]);
                }
            }
        }

        private void markLb(long displacement) {
            markedLb = markedLb == null ? displacement : Math.min(markedLb, displacement);
        }

        private void markUb(long displacement) {
            markedUb = markedUb == null ? displacement : Math.max(markedUb, displacement);
        }

        private void addBlock(long start, long length) {
            long end = start + length;
            Check.argument(call, start >= Integer.MIN_VALUE && end <= Integer.MAX_VALUE, "displacement", start,
                    "blocks within the range of an int");
            if (length == 0) {
                return;
            }
            size += length;
            Check.argument(call, size <= Integer.MAX_VALUE, "size", size, "at most " + Integer.MAX_VALUE);
            if (count > 0 && starts[count - 1] + lengths[count - 1] == start) {
                lengths[count - 1] += (int) length;
                return;
            }
            if (count == starts.length) {
                starts = Arrays.copyOf(starts, 2 * count);
                lengths = Arrays.copyOf(lengths, 2 * count);
            }
            starts[count] = (int) start;
            lengths[count++] = (int) length;
        }

        Datatype type() {
            long lower = markedLb != null ? markedLb : lb == Long.MAX_VALUE ? 0 : lb;
            long upper = markedUb != null ? markedUb : ub == Long.MIN_VALUE ? 0 : ub;
            Check.argument(call, upper - lower <= Integer.MAX_VALUE && lower >= Integer.MIN_VALUE, "extent",
                    upper - lower, "at most " + Integer.MAX_VALUE);
            return new Datatype("derived by " + call, element, Arrays.copyOf(starts, count),
                    Arrays.copyOf(lengths, count), (int) lower, (int) upper, markedLb != null, markedUb != null);
        }
    }

    /**
     * Upper bound less lower bound, in elements of the base type.
     *
     * @return in elements of the base type
     */
    public int Extent() {
        return ub - lb;
    }

    /**
     * Number of elements of the base type.
     *
     * @return 0 or more
     */
    public int Size() {
        return size;
    }

    /**
     * Lower bound, in elements of the base type.
     *
     * @return in elements of the base type
     */
    public int Lb() {
        return lb;
    }

    /**
     * Upper bound, in elements of the base type.
     *
     * @return in elements of the base type
     */
    public int Ub() {
        return ub;
    }

    /** Types may be used as they are made; this does nothing. */
    public void Commit() {}

    boolean isObject() {
        return element == null;
    }

    /** Whether nothing of a buffer is touched, so that any will do. */
    boolean isEmpty() {
        return size == 0 && element != null;
    }

    Object newArray(int length) {
        return element == null ? new Object[length] : element.newArray(length);
    }

    /** Whether a program's buffer is an array of this type's elements. */
    boolean isArray(Object buf) {
        return element == null ? buf instanceof Object[] : element.isArray(buf);
    }

    Element element() {
        return element;
    }

    /** Of the base type, in MPI. */
    long handle() {
        return handle;
    }

    /** Bytes of an element on the wire. */
    int elementSize() {
        return element == null ? 1 : element.size();
    }

    /** Elements of so many copies. */
    long elements(int count) {
        return (long) count * size;
    }

    /** Whether any number of copies is one run of elements, from the displacement of the first. */
    boolean isContiguous() {
        return starts.length == 0 || starts.length == 1 && lengths[0] == Extent();
    }

    /** Lowest index that so many copies reach, from an offset; meaningful where there is any element. */
    long lowest(int offset, int count) {
        return (long) offset + first + Math.min(0, (long) (count - 1) * Extent());
    }

    /** Index after the highest. */
    long highest(int offset, int count) {
        return (long) offset + end + Math.max(0, (long) (count - 1) * Extent());
    }

    /** What is done with each block of elements: an index in the array, and how many there are before it. */
    @FunctionalInterface
    interface BlockAction {
        void block(int index, int length, int before);
    }

    /** Goes through the blocks of so many copies, until a number of elements has been met. */
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
                action.block(offset + k * Extent() + starts[i], length, before);
                before += length;
            }
        }
    }

    /** Copies so many copies of this type from an array into a message, from a byte position on. */
    void pack(Object array, int offset, int count, ByteBuffer to, int at) {
        if (elements(count) == 0) {
            return; // whatever the offset is
        }
        if (isContiguous()) {
            element.write(array, offset + first, (int) elements(count), to, at);
            return;
        }
        forEachBlock(offset, count, Integer.MAX_VALUE,
                (index, length, before) -> element.write(array, index, length, to, at + before * element.size()));
    }

    /**
     * Copies at most so many elements out of a message, from a byte position on, to where copies of this type have
     * them.
     */
    void unpack(ByteBuffer from, int at, int elements, Object array, int offset, int count) {
        if (elements == 0 || elements(count) == 0) {
            return;
        }
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
