package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A reduction of a program's own, in the spelling of Open MPI; see {@link Op}. A subclass overrides one of the two methods.
 */
public abstract class UserFunction {
    /** Has no state. */
    public UserFunction() {}

    /**
     * Combines elements: what stands in the second array becomes that in the first one combined with it.
     *
     * @param inVec an array of the datatype's base type
     * @param inOutVec an array of the same type, for the result
     * @param count copies of the datatype
     * @param datatype what both arrays hold
     */
    public void call(Object inVec, Object inOutVec, int count, Datatype datatype) {
        throw new UnsupportedOperationException("UserFunction: override call(Object, Object, int, Datatype) or"
                + " call(ByteBuffer, ByteBuffer, int, Datatype)");
    }

    /**
     * As {@link #call(Object, Object, int, Datatype)}, of bytes in native order; by default it calls that one.
     *
     * @param in bytes of the elements
     * @param inOut bytes of the others, for the result
     * @param count copies of the datatype
     * @param datatype what both hold
     */
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
        int elements = in.remaining() / datatype.layout.elementSize();
        Object first = datatype.layout.element().newArray(elements);
        Object second = datatype.layout.element().newArray(elements);
        datatype.layout.element().read(in.slice().order(ByteOrder.nativeOrder()), 0, first, 0, elements);
        ByteBuffer result = inOut.slice().order(ByteOrder.nativeOrder());
        datatype.layout.element().read(result, 0, second, 0, elements);
        call(first, second, count, datatype);
        datatype.layout.element().write(second, 0, elements, result, 0);
    }
}
