package mpi;

import org.rmi4mpi.message.data.LayoutMaker.Unit;
import org.rmi4mpi.message.data.LayoutMaker;

/** Makes datatypes, in the spelling of mpiJava. {@link Datatype} inherits these methods. */
public abstract sealed class MpiJavaDatatypes extends OpenMpiDatatypes permits Datatype {
    MpiJavaDatatypes() {}

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
}
