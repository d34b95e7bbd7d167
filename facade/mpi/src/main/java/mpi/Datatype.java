package mpi;

import java.util.Arrays;
import org.rmi4mpi.message.Attributes;
import org.rmi4mpi.message.LiveHandles;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Element;
import org.rmi4mpi.message.data.Layout;

/**
 * The type of the elements in a buffer: elements of one base type, in blocks at displacements. The basic datatypes are
 * constants of {@link MPI}. Inherited static methods make others of them. Displacements, extents and bounds are in
 * elements of the base type. A message holds only the elements, in the order of the blocks, so that its two sides may
 * use datatypes of different shapes. Immutable. Source: mpiJava 1.2, after MPI 1.1, 3.12.
 */
public non-sealed class Datatype extends DerivedDatatypes implements Freeable, Cloneable {
    /** The value of {@link MPI#DATATYPE_NULL}. */
    static final Datatype NONE = new Datatype(Layout.of("MPI.DATATYPE_NULL", Element.BYTE, 0));

    final Layout layout;
    private final Attributes attributes = new Attributes();
    private volatile String name;
    private volatile boolean freed;
    /** Whether it is MPI's own, and cannot be freed. */
    private boolean isPredefined;

    Datatype(Layout layout) {
        this.layout = layout;
        layout.setFace(this);
        LiveHandles.add("datatype", this);
        this.name = layout.toString().startsWith("MPI.") ? layout.toString().replace('.', '_') : "";
    }

    Datatype(String name, Element element, int length) {
        this(Layout.of(name, element, length));
    }

    /** Marks MPI's own datatypes. */
    static void predefine(Datatype... types) {
        for (Datatype each : types) {
            each.isPredefined = true;
        }
    }

    /** The layout for an argument of a call. Null where there is no datatype. The call refuses one that was freed. */
    static Layout layout(Datatype type) {
        if (type == null || type == NONE) {
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
     * The datatype to give to the program. If the program has freed it while an operation or a file still uses its
     * layout, this is another datatype of the same blocks.
     */
    static Datatype of(Layout layout) {
        Datatype type = (Datatype) layout.face();
        if (!type.freed) {
            return type;
        }
        Datatype alike = new Datatype(layout.copy());
        LiveHandles.remove(alike); // the program has freed its own
        return alike;
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

    /** Does nothing but check the datatype: a datatype can be used as soon as it is made. */
    public void Commit() {
        live("Commit");
    }

    @Override
    public void free() {
        Check.argument("free", !isPredefined, "datatype", this, "one that the program has made");
        Check.freedOnce("free", !freed, "datatype", layout);
        freed = true;
        LiveHandles.remove(this);
    }

    /** Does nothing, so that the JVM does not call it. Call {@link #free} instead. */
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
     * Displacement of the first element.
     *
     * @return in bytes
     */
    public final int getTrueLb() {
        return live("getTrueLb").first() * layout.elementSize();
    }

    /**
     * Distance from the first element to the end of the last one.
     *
     * @return in bytes
     */
    public final int getTrueExtent() {
        return (live("getTrueExtent").end() - layout.first()) * layout.elementSize();
    }

    /**
     * The bytes of one copy in a message.
     *
     * @return in bytes
     */
    public final int getSize() {
        return (int) live("getSize").wireSize();
    }

    /**
     * Like {@link #Commit}.
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
        return freed || this == NONE;
    }

    /**
     * Like {@link #dup}.
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
     * @return the name that was set; MPI's name of a basic datatype, and an empty text for others
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
     * Removes an attribute.
     *
     * @param keyval a key of {@link #createKeyval}
     */
    public final void deleteAttr(int keyval) {
        live("deleteAttr");
        Attributes.checkKey("deleteAttr", keyval);
        attributes.remove(keyval);
    }
}
