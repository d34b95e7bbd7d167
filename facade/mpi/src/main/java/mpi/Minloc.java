package mpi;

/**
 * Selects the pair with the smallest value. If several pairs have it, it selects the one with the lowest place. A pair
 * is a value and a place. For {@link MPI#SHORT2}, INT2, LONG2, FLOAT2 and DOUBLE2. MPI 1.1, 4.9.3.
 */
public class Minloc extends User_function {
    /** Makes the function, for {@link MPI#MINLOC} and for programs. */
    public Minloc() {}

    @Override
    public void Call(Object invec, int inoffset, Object outvec, int outoffset, int count, Datatype datatype) {
        PairSelection.select("Minloc", false, invec, inoffset, outvec, outoffset, count, datatype);
    }
}
