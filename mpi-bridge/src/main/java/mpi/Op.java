package mpi;

import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;

/**
 * A reduction. The predefined ones are constants of {@link MPI}; others are made of a {@link User_function}. Immutable.
 * Source: mpiJava 1.2, after MPI 1.1, 4.9.
 */
public class Op extends Freeable {
    private final String name;
    private final long handle;
    private final long logicalHandle;
    private final User_function function;

    /** One of MPI's own. */
    Op(String name) {
        this.name = name;
        this.handle = Mpi.constant(name.replace("MPI.", "MPI_"));
        this.logicalHandle = isBitwise() ? Mpi.constant(name.replace("MPI.B", "MPI_L")) : handle;
        this.function = null;
    }

    /** One that is computed in Java, under a name of MPI. */
    Op(String name, User_function function) {
        this.name = name;
        this.handle = 0;
        this.logicalHandle = 0;
        this.function = function;
    }

    /**
     * A reduction of a program's own. It must be associative. The ranks are combined in their order, so that it need
     * not be commutative.
     *
     * @param function called on the rank that needs a result, never inside MPI
     * @param commute not used
     */
    public Op(User_function function, boolean commute) {
        this("user-defined operation", function);
        Check.argument("Op", function != null, "function", "null", "a function");
    }

    /** In MPI; booleans have no bits, but are combined alike. */
    long handle(Datatype type) {
        return type.element() == Element.BOOLEAN ? logicalHandle : handle;
    }

    /** Whether it is computed in Java. */
    boolean isFunction() {
        return function != null;
    }

    private boolean isLogical() {
        return name.matches("MPI\\.L(AND|OR|XOR)");
    }

    private boolean isBitwise() {
        return name.matches("MPI\\.B(AND|OR|XOR)");
    }

    /** MPI 3.1, 5.9.2: arithmetic takes numbers, bitwise and logical operations integers and booleans. */
    boolean takes(Datatype type) {
        if (function != null) {
            return !name.endsWith("LOC") || !type.isObject() && type.Size() % 2 == 0;
        } else if (type.isObject()) {
            return false;
        }
        return switch (type.element()) {
            case BOOLEAN -> isLogical() || isBitwise();
            case FLOAT, DOUBLE -> !isLogical() && !isBitwise();
            default -> true;
        };
    }

    /**
     * Combines elements of two arrays; see {@link User_function#Call}.
     *
     * @param invec an array of the datatype's base type
     * @param inoffset index of its first element, in elements of the base type
     * @param outvec what is combined with it, and where the result goes
     * @param outoffset index of its first element, in elements of the base type
     * @param count copies of the datatype
     * @param datatype what both arrays hold
     */
    public final void Call(
            Object invec, int inoffset, Object outvec, int outoffset, int count, Datatype datatype) {
        Check.operation("Call", this, datatype);
        if (function != null) {
            function.Call(invec, inoffset, outvec, outoffset, count, datatype);
            return;
        }
        Check.running("Call"); // MPI ends the process otherwise
        Place in = new Place("Call", "invec", invec, datatype).check(inoffset, count);
        Place out = new Place("Call", "outvec", outvec, datatype).check(outoffset, count);
        int elements = (int) datatype.elements(count);
        NativeBuffer left = NativeBuffer.acquire(elements * datatype.elementSize());
        NativeBuffer right = NativeBuffer.acquire(elements * datatype.elementSize());
        try {
            in.pack(inoffset, count, left.bytes(), 0);
            out.pack(outoffset, count, right.bytes(), 0);
            Check.code("Call", Mpi.reduceLocal(
                    left.address(), right.address(), elements, datatype.handle(), handle(datatype)));
            out.unpack(right.bytes(), 0, elements, outoffset, count);
        } finally {
            left.release();
            right.release();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
