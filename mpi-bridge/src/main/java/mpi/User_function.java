package mpi;

/** A reduction that a program defines; see {@link Op}. */
public abstract class User_function {
    /** Has no state. */
    public User_function() {}

    /**
     * Combines elements: what stands at inoutvec becomes that at invec combined with it, copy by copy of the datatype.
     *
     * @param invec an array of the datatype's base type
     * @param inoffset index of its first element, in elements of the base type
     * @param inoutvec an array of the same type, for the result
     * @param inoutoffset index of its first element, in elements of the base type
     * @param count in copies of the datatype
     * @param datatype what both arrays hold
     */
    public abstract void Call(
            Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype);
}
