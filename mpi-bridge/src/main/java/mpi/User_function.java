package mpi;

/** A reduction that a program defines; see {@link Op}. */
public abstract class User_function {
    /**
     * Combines elements: what stands at inoutvec becomes that at invec combined with it, copy by copy of the datatype.
     *
     * @param count in copies of the datatype
     */
    public abstract void Call(
            Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype);
}
