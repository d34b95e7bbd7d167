package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A user-defined reduction, in the spelling of Open MPI; see {@link Op}. A subclass overrides one of the two methods.
 */
public abstract class UserFunction {
    /** Has no state. */
    public UserFunction() {}

    /**
     * Combines the elements of the first array with those of the second one. The result is in the second array.
     *
     * @param inVec an array of the datatype's base type
     * @param inOutVec an array of the same type, for the result
     * @param count copies of the datatype
     * @param datatype datatype of both arrays
     */
    public void call(Object inVec, Object inOutVec, int count, Datatype datatype) {
        throw new UnsupportedOperationException("UserFunction: override call(Object, Object, int, Datatype) or"
                + " call(ByteBuffer, ByteBuffer, int, Datatype)");
    }

    /**
     * Like {@link #call(Object, Object, int, Datatype)}, for bytes in native order. By default it calls that method.
     *
     * @param in bytes of the elements
     * @param inOut bytes of the elements to combine with them, replaced by the result
     * @param count copies of the datatype
     * @param datatype datatype of both
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
