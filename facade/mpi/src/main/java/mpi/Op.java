package mpi;

import org.rmi4mpi.message.LiveHandles;
import org.rmi4mpi.message.collective.Reduction;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Span;

/**
 * A reduction. The predefined ones are constants of {@link MPI}. A program makes others from a {@link User_function}.
 * Immutable. Source: mpiJava 1.2, after MPI 1.1, 4.9.
 */
public class Op implements Freeable {
    private final Reduction reduction;
    private final boolean isCommutative;
    private final boolean isPredefined;
    private volatile boolean freed;

    /** Makes one of MPI's own operations. */
    Op(String name) {
        isCommutative = true;
        isPredefined = true;
        reduction = Reduction.ofMpi(name);
    }

    /** Makes an operation of MPI that is computed in Java. */
    Op(String name, User_function function) {
        isCommutative = true;
        isPredefined = true;
        reduction = of(name, function);
    }

    /**
     * Makes a user-defined reduction. It must be associative. The ranks are combined in their order, so that it need
     * not be commutative.
     *
     * @param function called at the ranks that need the result, never inside MPI
     * @param commute value of {@link #isCommutative}; not used otherwise
     */
    public Op(User_function function, boolean commute) {
        Check.argument("Op", function != null, "function", "null", "a function");
        isCommutative = commute;
        isPredefined = false;
        LiveHandles.add("operation", this);
        reduction = of("user-defined operation", function);
    }

    private static Reduction of(String name, User_function function) {
        return Reduction.of(name, (in, inOffset, inout, inoutOffset, count, layout) -> function.Call(
                in, inOffset, inout, inoutOffset, count, Datatype.of(layout)));
    }

    /**
     * Like {@link #Op(User_function, boolean)}, for a function in the spelling of Open MPI.
     *
     * @param function called at the ranks that need the result, never inside MPI
     * @param commute value of {@link #isCommutative}; the ranks are combined in their order
     */
    public Op(UserFunction function, boolean commute) {
        Check.argument("Op", function != null, "function", "null", "a function");
        isCommutative = commute;
        isPredefined = false;
        LiveHandles.add("operation", this);
        reduction = Reduction.of("user-defined operation", new UserFunctionCall(function));
    }

    /** The reduction for an argument of a call. Null where there is no operation. The call refuses one that was freed. */
    static Reduction reduction(Op op) {
        if (op == null) {
            return null;
        }
        return op.freed ? Reduction.FREED : op.reduction;
    }

    /** Combines two spans. The operation may be null or freed, which is refused. */
    static void combine(String call, Span in, Span inout, Op op) {
        Reduction.check(call, reduction(op));
        op.reduction.combine(call, in, inout);
    }

    /**
     * Combines elements of two arrays; see {@link User_function#Call}.
     *
     * @param invec an array of the datatype's base type
     * @param inoffset index of its first element, in elements of the base type
     * @param outvec the elements to combine with it, replaced by the result
     * @param outoffset index of its first element, in elements of the base type
     * @param count copies of the datatype
     * @param datatype datatype of both arrays
     */
    public final void Call(
            Object invec, int inoffset, Object outvec, int outoffset, int count, Datatype datatype) {
        combine("Call", new Span("Call", "invec", invec, inoffset, count, Datatype.layout(datatype)),
                new Span("Call", "outvec", outvec, outoffset, count, Datatype.layout(datatype)), this);
    }

    @Override
    public void free() {
        Check.argument("free", !isPredefined, "op", this, "one that the program has made");
        Check.freedOnce("free", !freed, "op", this);
        freed = true;
        LiveHandles.remove(this);
    }

    /** Does nothing, so that the JVM does not call it. Call {@link #free} instead. */
    @Override
    @SuppressWarnings({"deprecation", "removal"}) // mpiJava has it
    public final void finalize() {}

    @Override
    public String toString() {
        return reduction.toString();
    }

    /**
     * Whether the order of the ranks does not matter.
     *
     * @return the constructor's argument; true for the predefined operations
     */
    public final boolean isCommutative() {
        return isCommutative;
    }

    /**
     * Whether the operation was freed.
     *
     * @return true after {@link #free}
     */
    public final boolean isNull() {
        return freed;
    }
}
