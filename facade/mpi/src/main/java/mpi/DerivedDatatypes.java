package mpi;

import org.rmi4mpi.message.Attributes;
import org.rmi4mpi.message.data.LayoutMaker.Unit;
import org.rmi4mpi.message.data.LayoutMaker;

/** The constructors of a {@link Datatype}, in the spellings of mpiJava and of Open MPI. */
public abstract sealed class DerivedDatatypes permits Datatype {
    DerivedDatatypes() {}

    /**
     * Some copies of a type without gaps.
     *
     * @param count copies, 0 or more
     * @param oldtype a basic or derived datatype
     * @return a new datatype
     * @throws MPIException where a block lies beyond the range of an int, or the type's extent does
     */
    public static Datatype Contiguous(int count, Datatype oldtype) {
        return new Datatype(LayoutMaker.contiguous("Contiguous", count, Datatype.layout(oldtype)));
    }

    /**
     * Blocks of equal length at equal distances; the stride is in extents of the old type.
     *
     * @param count blocks, 0 or more
     * @param blocklength copies of the old type in each block
     * @param stride from one block's beginning to the next, in extents of the old type
     * @param oldtype a basic or derived datatype
     * @return a new datatype
     * @throws MPIException where a block lies beyond the range of an int, or the type's extent does
     */
    public static Datatype Vector(int count, int blocklength, int stride, Datatype oldtype) {
        return new Datatype(LayoutMaker.vector(
                "Vector", count, blocklength, stride, Unit.EXTENTS, Datatype.layout(oldtype)));
    }

    /**
     * Blocks of equal length at equal distances; the stride is in elements of the base type.
     *
     * @param count blocks, 0 or more
     * @param blocklength copies of the old type in each block
     * @param stride from one block's beginning to the next, in elements of the base type
     * @param oldtype a basic or derived datatype
     * @return a new datatype
     * @throws MPIException where a block lies beyond the range of an int, or the type's extent does
     */
    public static Datatype Hvector(int count, int blocklength, int stride, Datatype oldtype) {
        return new Datatype(LayoutMaker.vector(
                "Hvector", count, blocklength, stride, Unit.ELEMENTS, Datatype.layout(oldtype)));
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
        return new Datatype(LayoutMaker.indexed("Indexed", array_of_blocklengths, array_of_displacements, Unit.EXTENTS,
                Datatype.layout(oldtype)));
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
        return new Datatype(
                LayoutMaker.indexed("Hindexed", array_of_blocklengths, array_of_displacements, Unit.ELEMENTS,
                        Datatype.layout(oldtype)));
    }

    /**
     * Blocks of several types over one base type, at displacements in elements of that base type. {@link MPI#LB} and
     * {@link MPI#UB} among the types set the bounds, which types that are made of this one inherit. MPI 1.1, 3.12.3.
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
        return new Datatype(LayoutMaker.structOfOneBase("Struct", array_of_blocklengths, array_of_displacements,
                Datatype.layouts(array_of_types)));
    }

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
