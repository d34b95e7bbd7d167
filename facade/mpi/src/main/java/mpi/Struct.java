package mpi;

import static mpi.MpiConstants.BYTE;
import static mpi.MpiConstants.CHAR;
import static mpi.MpiConstants.DOUBLE;
import static mpi.MpiConstants.FLOAT;
import static mpi.MpiConstants.INT;
import static mpi.MpiConstants.LONG;
import static mpi.MpiConstants.SHORT;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.LayoutMaker;

/**
 * A structure of C, in bytes. A subclass adds its fields in its constructor, and keeps their offsets. Each field
 * follows the one before, unless {@link #setOffset} is called. The subclass has an inner class that extends {@link
 * Data}, and reads and writes the fields. Source: Open MPI's bindings.
 */
public abstract class Struct {
    private final List<Integer> lengths = new ArrayList<>();
    private final List<Integer> offsets = new ArrayList<>();
    private final List<Datatype> types = new ArrayList<>();
    private int next;
    /** The end of the last field. */
    private int end;
    /** Negative where MPI tells it. */
    private int extent = -1;
    private Datatype type;

    /** A structure without fields. */
    protected Struct() {}

    /**
     * The structure of a Java record, in the order of its components. If a component is a record, call MPI.Init before.
     *
     * @param <R> the record
     * @param type its class
     * @return a new structure, which reads and writes whole records
     * @throws MPIException where a component is neither of a primitive type nor a record of such components
     */
    public static <R extends Record> RecordStruct<R> of(Class<R> type) {
        return new RecordStruct<>(type);
    }

    /**
     * Makes a view, without bytes yet.
     *
     * @return a new object of the subclass's own class of data
     */
    protected abstract Data newData();

    /**
     * The extent: bytes from one structure to the next, with the padding that C adds after the last field. Call MPI.Init
     * before. No fields can be added afterwards.
     *
     * @return that of {@link #getType}
     */
    public final int getExtent() {
        return extent >= 0 ? extent : getType().getExtent();
    }

    /**
     * The datatype, for buffers of bytes. Call MPI.Init before. No fields can be added afterwards.
     *
     * @return one datatype for all calls
     */
    public final synchronized Datatype getType() {
        if (type == null) {
            type = new Datatype(LayoutMaker.struct("Struct", lengths.stream().mapToInt(Integer::intValue).toArray(),
                    offsets.stream().mapToInt(Integer::intValue).toArray(),
                    Datatype.layouts(types.toArray(Datatype[]::new))));
        }
        return type;
    }

    /**
     * A view of the first structure in bytes.
     *
     * @param <T> the class of the data
     * @param buffer bytes of structures
     * @return a new view
     */
    public final <T extends Data> T getData(ByteBuffer buffer) {
        return view(buffer, 0);
    }

    /**
     * A view of one of the structures in bytes.
     *
     * @param <T> the class of the data
     * @param buffer bytes of structures
     * @param index of the structure among them
     * @return a new view
     */
    public final <T extends Data> T getData(ByteBuffer buffer, int index) {
        return view(buffer, (long) index * getExtent());
    }

    /**
     * A view of the first structure in bytes.
     *
     * @param <T> the class of the data
     * @param array bytes of structures
     * @return a new view
     */
    public final <T extends Data> T getData(byte[] array) {
        return view(ByteBuffer.wrap(array), 0);
    }

    /**
     * A view of one of the structures in bytes.
     *
     * @param <T> the class of the data
     * @param array bytes of structures
     * @param index of the structure among them
     * @return a new view
     */
    public final <T extends Data> T getData(byte[] array, int index) {
        return view(ByteBuffer.wrap(array), (long) index * getExtent());
    }

    @SuppressWarnings("unchecked") // the program names the class that its own newData makes
    private <T extends Data> T view(ByteBuffer buffer, long offset) {
        Check.argument("getData", offset >= 0 && offset + end <= buffer.capacity(), "index", offset + " bytes",
                "a structure of " + end + " bytes within the " + buffer.capacity());
        Data data = newData();
        data.begin(buffer.duplicate().order(ByteOrder.nativeOrder()).clear(), (int) offset);
        return (T) data;
    }

    /** Sets the extent where it is known without MPI. */
    final void setExtent(int bytes) {
        extent = bytes;
    }

    /** The end of the last field. */
    final int end() {
        return end;
    }

    private synchronized int add(Datatype type, int length) {
        Check.argument("Struct", this.type == null, "fields", "added after getType", "fields added before it");
        Check.argument("Struct", type != null, "type", "null", "a datatype");
        Check.argument("Struct", length >= 0, "length", length, "0 or more");
        int offset = next;
        types.add(type);
        lengths.add(length);
        offsets.add(offset);
        next = Math.addExact(offset, Math.multiplyExact(length, type.getExtent()));
        end = Math.max(end, next);
        return offset;
    }

    /**
     * Sets where the next field begins.
     *
     * @param offset in bytes
     * @return this
     */
    public final Struct setOffset(int offset) {
        Check.argument("setOffset", offset >= 0, "offset", offset, "0 or more");
        next = offset;
        return this;
    }

    /**
     * Adds a field of type byte.
     *
     * @return its offset, in bytes
     */
    public final int addByte() {
        return add(BYTE, 1);
    }

    /**
     * Adds an array of type byte.
     *
     * @param length elements
     * @return its offset, in bytes
     */
    public final int addByte(int length) {
        return add(BYTE, length);
    }

    /**
     * Adds a field of type char.
     *
     * @return its offset, in bytes
     */
    public final int addChar() {
        return add(CHAR, 1);
    }

    /**
     * Adds an array of type char.
     *
     * @param length elements
     * @return its offset, in bytes
     */
    public final int addChar(int length) {
        return add(CHAR, length);
    }

    /**
     * Adds a field of type short.
     *
     * @return its offset, in bytes
     */
    public final int addShort() {
        return add(SHORT, 1);
    }

    /**
     * Adds an array of type short.
     *
     * @param length elements
     * @return its offset, in bytes
     */
    public final int addShort(int length) {
        return add(SHORT, length);
    }

    /**
     * Adds a field of type int.
     *
     * @return its offset, in bytes
     */
    public final int addInt() {
        return add(INT, 1);
    }

    /**
     * Adds an array of type int.
     *
     * @param length elements
     * @return its offset, in bytes
     */
    public final int addInt(int length) {
        return add(INT, length);
    }

    /**
     * Adds a field of type long.
     *
     * @return its offset, in bytes
     */
    public final int addLong() {
        return add(LONG, 1);
    }

    /**
     * Adds an array of type long.
     *
     * @param length elements
     * @return its offset, in bytes
     */
    public final int addLong(int length) {
        return add(LONG, length);
    }

    /**
     * Adds a field of type float.
     *
     * @return its offset, in bytes
     */
    public final int addFloat() {
        return add(FLOAT, 1);
    }

    /**
     * Adds an array of type float.
     *
     * @param length elements
     * @return its offset, in bytes
     */
    public final int addFloat(int length) {
        return add(FLOAT, length);
    }

    /**
     * Adds a field of type double.
     *
     * @return its offset, in bytes
     */
    public final int addDouble() {
        return add(DOUBLE, 1);
    }

    /**
     * Adds an array of type double.
     *
     * @param length elements
     * @return its offset, in bytes
     */
    public final int addDouble(int length) {
        return add(DOUBLE, length);
    }

    /**
     * Adds a structure.
     *
     * @param struct the structure
     * @return its offset, in bytes
     */
    public final int addStruct(Struct struct) {
        return add(struct.getType(), 1);
    }

    /**
     * Adds an array of structures.
     *
     * @param struct the structure
     * @param length number of structures
     * @return its offset, in bytes
     */
    public final int addStruct(Struct struct, int length) {
        return add(struct.getType(), length);
    }

    /**
     * Adds a field of any type.
     *
     * @param type its datatype
     * @return its offset, in bytes
     */
    public final int addData(Datatype type) {
        return add(type, 1);
    }

    /**
     * Adds an array of any type.
     *
     * @param type the datatype of its elements
     * @param length number of structures
     * @return its offset, in bytes
     */
    public final int addData(Datatype type, int length) {
        return add(type, length);
    }

    /** A view of a structure's bytes. A subclass has a constructor without arguments. */
    public abstract class Data extends StructData {
        /** Makes a view without bytes. */
        protected Data() {}
    }
}
