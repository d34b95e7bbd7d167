package mpi;

import org.rmi4mpi.message.Check;
import org.rmi4mpi.message.Layout;
import org.rmi4mpi.message.LayoutBuilder;

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
        return contiguous("Contiguous", count, oldtype);
    }

    static Datatype contiguous(String call, int count, Datatype oldtype) {
        return new Datatype(new LayoutBuilder(call, Datatype.layout(oldtype)).check("count", count)
                .add(count, 0, oldtype.layout).layout());
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
        return vector("Vector", count, blocklength, oldtype == null ? 0 : (long) stride * oldtype.layout.extent(),
                oldtype);
    }

    /** @param step from one block's beginning to the next, in elements */
    static Datatype vector(String call, int count, int blocklength, long step, Datatype oldtype) {
        LayoutBuilder blocks = new LayoutBuilder(call, Datatype.layout(oldtype)).check("count", count);
        for (int i = 0; i < count; i++) {
            blocks.add(blocklength, i * step, oldtype.layout);
        }
        return new Datatype(blocks.layout());
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
        LayoutBuilder blocks = new LayoutBuilder(call, Datatype.layout(oldtype)).check(blocklengths, displacements);
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
                blocks.add(array_of_blocklengths[i], array_of_displacements[i], Datatype.layout(array_of_types[i]));
            }
        }
        return new Datatype(blocks.layout());
    }

    private static Layout baseOf(Datatype[] types) {
        for (int i = 0; i < types.length; i++) {
            Check.argument("Struct", types[i] != null, "array_of_types[" + i + "]", "null", "a datatype");
            if (types[i] != MPI.LB && types[i] != MPI.UB) {
                return Datatype.layout(types[i]);
            }
        }
        return MPI.BYTE.layout;
    }
}
