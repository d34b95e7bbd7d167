package mpi;

/** A reduction that a program defines; see {@link Op}. */
public abstract class User_function {
    /** Has no state. */
    public User_function() {}

    /**
     * Combines each copy of the datatype in invec with the same copy in inoutvec. The result is in inoutvec.
     *
     * @param invec an array of the datatype's base type
     * @param inoffset index of its first element, in elements of the base type
     * @param inoutvec an array of the same type, for the result
     * @param inoutoffset index of its first element, in elements of the base type
     * @param count in copies of the datatype
     * @param datatype datatype of both arrays
     */
    public abstract void Call(
            Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype);
}
