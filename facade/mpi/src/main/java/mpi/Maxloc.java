package mpi;

/**
 * Selects the pair with the largest value. If several pairs have it, it selects the one with the lowest place. A pair
 * is a value and a place. For {@link MPI#SHORT2}, INT2, LONG2, FLOAT2 and DOUBLE2. MPI 1.1, 4.9.3.
 */
public class Maxloc extends User_function {
    /** Makes the function, for {@link MPI#MAXLOC} and for programs. */
    public Maxloc() {}

    @Override
    public void Call(Object invec, int inoffset, Object outvec, int outoffset, int count, Datatype datatype) {
        PairSelection.select("Maxloc", true, invec, inoffset, outvec, outoffset, count, datatype);
    }
}
