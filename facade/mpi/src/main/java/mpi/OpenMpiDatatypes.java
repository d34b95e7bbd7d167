package mpi;

import org.rmi4mpi.message.Attributes;
import org.rmi4mpi.message.data.LayoutMaker.Unit;
import org.rmi4mpi.message.data.LayoutMaker;

/** Makes datatypes, in the spelling of Open MPI. {@link Datatype} inherits these methods. */
public abstract sealed class OpenMpiDatatypes permits MpiJavaDatatypes {
    OpenMpiDatatypes() {}

    /**
     * Like {@link Datatype#Contiguous}.
     *
     * @param count copies, 0 or more
     * @param oldType a datatype
     * @return a new datatype
     */
    public static Datatype createContiguous(int count, Datatype oldType) {
        return new Datatype(LayoutMaker.contiguous("createContiguous", count, Datatype.layout(oldType)));
    }

    /**
     * Like {@link Datatype#Vector}.
     *
     * @param count blocks, 0 or more
     * @param blockLength copies of the old type in each block
     * @param stride from one block's beginning to the next, in extents of the old type
     * @param oldType a datatype
     * @return a new datatype
     */
    public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType) {
        return new Datatype(LayoutMaker.vector(
                "createVector", count, blockLength, stride, Unit.EXTENTS, Datatype.layout(oldType)));
    }

    /**
     * Like {@link #createVector}, with a stride in bytes.
     *
     * @param count blocks, 0 or more
     * @param blockLength copies of the old type in each block
     * @param stride from one block's beginning to the next, in bytes
     * @param oldType a datatype
     * @return a new datatype
     */
    public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType) {
        return new Datatype(LayoutMaker.vector(
                "createHVector", count, blockLength, stride, Unit.BYTES, Datatype.layout(oldType)));
    }

    /**
     * Like {@link Datatype#Indexed}.
     *
     * @param blockLengths length of each block, in copies of the old type
     * @param displacements where each block begins, in extents of the old type
     * @param oldType a datatype
     * @return a new datatype
     */
    public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype oldType) {
        return new Datatype(LayoutMaker.indexed(
                "createIndexed", blockLengths, displacements, Unit.EXTENTS, Datatype.layout(oldType)));
    }

    /**
     * Like {@link #createIndexed}, with displacements in bytes.
     *
     * @param blockLengths length of each block, in copies of the old type
     * @param displacements where each block begins, in bytes
     * @param oldType a datatype
     * @return a new datatype
     */
    public static Datatype createHIndexed(int[] blockLengths, int[] displacements, Datatype oldType) {
        return new Datatype(LayoutMaker.indexed(
                "createHIndexed", blockLengths, displacements, Unit.BYTES, Datatype.layout(oldType)));
    }

    /**
     * Blocks of several types, at displacements in bytes. Where the types have several base types, the buffer is a
     * ByteBuffer or an array of bytes, and MPI.Init has to be called before.
     *
     * @param blockLengths length of each block, in copies of its type
     * @param displacements where each block begins, in bytes
     * @param types type of each block
     * @return a new datatype
     */
    public static Datatype createStruct(int[] blockLengths, int[] displacements, Datatype[] types) {
        return new Datatype(LayoutMaker.struct("createStruct", blockLengths, displacements, Datatype.layouts(types)));
    }

    /**
     * The same blocks with bounds of their own.
     *
     * @param oldType a datatype
     * @param lb lower bound, in bytes
     * @param extent in bytes
     * @return a new datatype
     */
    public static Datatype createResized(Datatype oldType, int lb, int extent) {
        return new Datatype(LayoutMaker.resized("createResized", Datatype.layout(oldType), lb, extent));
    }

    /**
     * Makes a key for {@link Datatype#setAttr}.
     *
     * @return a new key
     */
    public static int createKeyval() {
        return Attributes.createKey();
    }

    /**
     * Frees a key. No attribute can be set by it afterwards.
     *
     * @param keyval a key of {@link #createKeyval}
     */
    public static void freeKeyval(int keyval) {
        Attributes.freeKey("freeKeyval", keyval);
    }
}
