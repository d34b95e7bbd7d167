package mpi;

import java.util.Arrays;
import java.util.Set;
import org.rmi4mpi.message.Attributes;
import org.rmi4mpi.message.Check;
import org.rmi4mpi.message.Element;
import org.rmi4mpi.message.Layout;
import org.rmi4mpi.message.LayoutBuilder;
import org.rmi4mpi.message.LiveHandles;

/**
 * What a buffer holds: elements of one base type, in blocks at displacements. The basic datatypes are constants of
 * {@link MPI}; others are made of them by the static methods here. Displacements, extents and bounds are in elements
 * of the base type. On the wire go the elements alone, in the order of the blocks, so that the two sides of a message
 * may have shapes of their own. Immutable. Source: mpiJava 1.2, after MPI 1.1, 3.12.
 */
public non-sealed class Datatype extends OpenMpiDatatypes implements Freeable, Cloneable {
    final Layout layout;
    private final Attributes attributes = new Attributes();
    private volatile String name;
    private volatile boolean freed;

    Datatype(Layout layout) {
        this.layout = layout;
        layout.setFace(this);
        LiveHandles.made("datatype", this);
        this.name = layout.toString().startsWith("MPI.") ? layout.toString().replace('.', '_') : "";
    }

    Datatype(String name, Element element, int length) {
        this(Layout.of(name, element, length));
    }

    /** Those that MPI has, and no program frees. */
    private static final class Basic {
        static final Set<Datatype> TYPES = Set.of(MPI.BYTE, MPI.CHAR, MPI.SHORT, MPI.BOOLEAN, MPI.INT, MPI.LONG,
                MPI.FLOAT, MPI.DOUBLE, MPI.PACKED, MPI.LB, MPI.UB, MPI.OBJECT, MPI.SHORT2, MPI.INT2, MPI.LONG2,
                MPI.FLOAT2, MPI.DOUBLE2, MPI.SHORT_INT, MPI.LONG_INT, MPI.FLOAT_INT, MPI.DOUBLE_INT,
                MPI.FLOAT_COMPLEX, MPI.DOUBLE_COMPLEX, MPI.DATATYPE_NULL);
    }

    /** The layout for an argument of a call. Null where there is no datatype. The call refuses one that was freed. */
    static Layout layout(Datatype type) {
        if (type == null || type == MPI.DATATYPE_NULL) {
            return null;
        }
        return type.freed ? type.layout.freed() : type.layout;
    }

    private Layout live(String call) {
        Check.live(call, !freed, "datatype", layout);
        return layout;
    }

    static Layout[] layouts(Datatype[] types) {
        return types == null ? null : Arrays.stream(types).map(Datatype::layout).toArray(Layout[]::new);
    }

    /**
     * The datatype to give to the program. Where the program has freed it, and an operation or a file still uses its
     * layout, this is another one of the same blocks.
     */
    static Datatype of(Layout layout) {
        Datatype type = (Datatype) layout.face();
        if (!type.freed) {
            return type;
        }
        Datatype alike = new Datatype(layout.copy());
        LiveHandles.freed(alike); // the program has freed its own
        return alike;
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
        return contiguous("Contiguous", count, oldtype);
    }

    static Datatype contiguous(String call, int count, Datatype oldtype) {
        return new Datatype(new LayoutBuilder(call, layout(oldtype)).check("count", count)
                .add(count, 0, oldtype.layout).layout());
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
        return vector("Vector", count, blocklength, oldtype == null ? 0 : (long) stride * oldtype.layout.extent(),
                oldtype);
    }

    /** @param step from one block's beginning to the next, in elements */
    static Datatype vector(String call, int count, int blocklength, long step, Datatype oldtype) {
        LayoutBuilder blocks = new LayoutBuilder(call, layout(oldtype)).check("count", count);
        for (int i = 0; i < count; i++) {
            blocks.add(blocklength, i * step, oldtype.layout);
        }
        return new Datatype(blocks.layout());
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
        return vector("Hvector", count, blocklength, stride, oldtype);
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
        return indexed("Indexed", array_of_blocklengths, array_of_displacements, oldtype,
                oldtype == null ? 0 : oldtype.layout.extent());
    }

    /** @param unit of the displacements, in elements */
    static Datatype indexed(String call, int[] blocklengths, int[] displacements, Datatype oldtype, int unit) {
        LayoutBuilder blocks = new LayoutBuilder(call, layout(oldtype)).check(blocklengths, displacements);
        for (int i = 0; i < blocklengths.length; i++) {
            blocks.add(blocklengths[i], (long) displacements[i] * unit, oldtype.layout);
        }
        return new Datatype(blocks.layout());
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
        return indexed("Hindexed", array_of_blocklengths, array_of_displacements, oldtype, 1);
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
    public static Datatype Struct(int[] array_of_blocklengths, int[] array_of_displacements,
            Datatype[] array_of_types) {
        Check.argument("Struct", array_of_types != null, "array_of_types", "null", "an array of datatypes");
        LayoutBuilder blocks = new LayoutBuilder("Struct", baseOf(array_of_types))
                .check(array_of_blocklengths, array_of_displacements);
        Check.argument("Struct", array_of_types.length == array_of_blocklengths.length, "array_of_types.length",
                array_of_types.length, "that of the other arrays, " + array_of_blocklengths.length);
        for (int i = 0; i < array_of_types.length; i++) {
            if (array_of_types[i] == MPI.LB) {
                blocks.markLb(array_of_displacements[i]);
            } else if (array_of_types[i] == MPI.UB) {
                blocks.markUb(array_of_displacements[i]);
            } else {
                blocks.add(array_of_blocklengths[i], array_of_displacements[i], layout(array_of_types[i]));
            }
        }
        return new Datatype(blocks.layout());
    }

    private static Layout baseOf(Datatype[] types) {
        for (int i = 0; i < types.length; i++) {
            Check.argument("Struct", types[i] != null, "array_of_types[" + i + "]", "null", "a datatype");
            if (types[i] != MPI.LB && types[i] != MPI.UB) {
                return layout(types[i]);
            }
        }
        return MPI.BYTE.layout;
    }

    /**
     * Upper bound less lower bound, in elements of the base type.
     *
     * @return in elements of the base type
     */
    public int Extent() {
        return live("Extent").extent();
    }

    /**
     * Number of elements of the base type.
     *
     * @return 0 or more
     */
    public int Size() {
        return live("Size").size();
    }

    /**
     * Lower bound, in elements of the base type.
     *
     * @return in elements of the base type
     */
    public int Lb() {
        return live("Lb").lb();
    }

    /**
     * Upper bound, in elements of the base type.
     *
     * @return in elements of the base type
     */
    public int Ub() {
        return live("Ub").ub();
    }

    /** Types may be used as they are made; this does nothing. */
    public void Commit() {
        live("Commit");
    }

    @Override
    public void free() {
        Check.argument("free", !Basic.TYPES.contains(this), "datatype", this, "one that the program has made");
        Check.freedOnce("free", !freed, "datatype", layout);
        freed = true;
        LiveHandles.freed(this);
    }

    /** As {@link #free}; the JVM does not call what is empty. */
    @Override
    @SuppressWarnings({"deprecation", "removal"}) // mpiJava has it
    public final void finalize() {}

    @Override
    public String toString() {
        return layout.toString();
    }

    /**
     * Lower bound.
     *
     * @return in bytes
     */
    public final int getLb() {
        return live("getLb").lb() * layout.elementSize();
    }

    /**
     * Upper bound less lower bound.
     *
     * @return in bytes
     */
    public final int getExtent() {
        return live("getExtent").extent() * layout.elementSize();
    }

    /**
     * Where the first element lies.
     *
     * @return in bytes
     */
    public final int getTrueLb() {
        return live("getTrueLb").first() * layout.elementSize();
    }

    /**
     * From the first element to the end of the last one.
     *
     * @return in bytes
     */
    public final int getTrueExtent() {
        return (live("getTrueExtent").end() - layout.first()) * layout.elementSize();
    }

    /**
     * What travels.
     *
     * @return in bytes
     */
    public final int getSize() {
        return (int) live("getSize").wireSize();
    }

    /**
     * As {@link #Commit}.
     */
    public final void commit() {
        live("commit");
    }

    /**
     * Whether the datatype was freed, or is {@link MPI#DATATYPE_NULL}.
     *
     * @return true after {@link #free}
     */
    public final boolean isNull() {
        return freed || this == MPI.DATATYPE_NULL;
    }

    /**
     * As {@link #dup}.
     *
     * @return a new datatype
     */
    @Override
    public Datatype clone() {
        return dup("clone");
    }

    /**
     * A datatype of the same blocks, with the same attributes.
     *
     * @return a new datatype
     */
    public Datatype dup() {
        return dup("dup");
    }

    private Datatype dup(String call) {
        Datatype copy = new Datatype(live(call).copy());
        copy.attributes.copyFrom(attributes);
        return copy;
    }

    /**
     * Names the datatype.
     *
     * @param name any text
     */
    public final void setName(String name) {
        live("setName");
        Check.argument("setName", name != null, "name", "null", "a text");
        this.name = name;
    }

    /**
     * The name of the datatype.
     *
     * @return as it was set; that of MPI of a basic one, and an empty text of others
     */
    public final String getName() {
        return name;
    }

    /**
     * Keeps a value with the datatype, and with its duplicates.
     *
     * @param keyval a key of {@link #createKeyval}
     * @param value the value; null for none
     */
    public final void setAttr(int keyval, Object value) {
        live("setAttr");
        Attributes.checkKey("setAttr", keyval);
        attributes.put(keyval, value);
    }

    /**
     * The value of an attribute.
     *
     * @param keyval a key of {@link #createKeyval}
     * @return the value; null where there is none
     */
    public final Object getAttr(int keyval) {
        live("getAttr");
        Attributes.checkKey("getAttr", keyval);
        return attributes.get(keyval);
    }

    /**
     * Forgets the value of an attribute.
     *
     * @param keyval a key of {@link #createKeyval}
     */
    public final void deleteAttr(int keyval) {
        live("deleteAttr");
        Attributes.checkKey("deleteAttr", keyval);
        attributes.remove(keyval);
    }
}
