package org.rmi4mpi.message.collective;

import java.util.Set;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.MpiCollectives;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Element;
import org.rmi4mpi.message.data.Layout;
import org.rmi4mpi.message.data.MessageException;
import org.rmi4mpi.message.data.Span;

/** An operation that combines elements: one of MPI's own, or a function in Java. Immutable. */
public final class Reduction {
    private static final Set<String> LOGICAL = Set.of("MPI.LAND", "MPI.LOR", "MPI.LXOR");
    private static final Set<String> BITWISE = Set.of("MPI.BAND", "MPI.BOR", "MPI.BXOR");
    private static final Set<String> OF_PAIRS = Set.of("MPI.MINLOC", "MPI.MAXLOC");
    /** The operations for windows only. */
    private static final Set<String> ONE_SIDED = Set.of("MPI.REPLACE", "MPI.NO_OP");

    private static final long TWO_INTS = Mpi.constant("MPI_2INT");

    public static final Reduction MIN = ofMpi("MPI.MIN");
    /** Stands for an operation that was freed, in the arguments of a call. Each use of it is refused. */
    public static final Reduction FREED = new Reduction("user-defined operation", null);

    private final String name;
    private final boolean isOfPairs;
    private final boolean isOfBits;
    private final boolean isOneSided;
    private final long handle;
    private final long logicalHandle;
    private final Function function;

    /** Combines the elements of two arrays. */
    @FunctionalInterface
    public interface Function {
        /**
         * Combines each copy in the first array with the same copy in the second one. The result is in the second
         * array.
         */
        void combine(Object in, int inOffset, Object inout, int inoutOffset, int count, Layout layout);
    }

    private Reduction(String name, Function function) {
        this.name = name;
        this.isOfPairs = OF_PAIRS.contains(name);
        this.isOfBits = LOGICAL.contains(name) || BITWISE.contains(name);
        this.isOneSided = ONE_SIDED.contains(name);
        this.function = function;
        this.handle = name.startsWith("MPI.") ? Mpi.constant(name.replace("MPI.", "MPI_")) : 0;
        this.logicalHandle = BITWISE.contains(name) ? Mpi.constant(name.replace("MPI.B", "MPI_L")) : handle;
    }

    /** @param name such as MPI.SUM */
    public static Reduction ofMpi(String name) {
        return new Reduction(name, null);
    }

    /** An operation that is computed in Java. */
    public static Reduction of(String name, Function function) {
        Check.argument("Op", function != null, "function", "null", "a function");
        return new Reduction(name, function);
    }

    /** MPI's operation. For booleans, a logical operation replaces the bitwise one. */
    public long handle(Layout layout) {
        return layout.element() == Element.BOOLEAN ? logicalHandle : handle;
    }

    /** Whether it is computed in Java for this layout. MPI itself combines pairs that it has a type for. */
    boolean isFunction(Layout layout) {
        return function != null && !(isOfPairs && isPairInMpi(layout));
    }

    private static boolean isPairInMpi(Layout layout) {
        return isPairOfInts(layout) || layout.isPair();
    }

    private static boolean isPairOfInts(Layout layout) {
        return layout.element() == Element.INT && layout.size() > 0 && layout.size() % 2 == 0;
    }

    /** The type of the items that MPI combines. */
    public long type(Layout layout) {
        return isOfPairs && isPairOfInts(layout) ? TWO_INTS : layout.handle();
    }

    /** The number of items that MPI combines. */
    int items(Span span) {
        int items = span.layout().items(span.elements());
        return isOfPairs && isPairOfInts(span.layout()) ? items / 2 : items;
    }

    /** The number of elements of such an item. */
    public int elements(Layout layout) {
        return isOfPairs && isPairOfInts(layout) ? 2 : layout.itemElements();
    }

    /** Whether it changes nothing in the target. */
    public boolean isNothing() {
        return name.equals("MPI.NO_OP");
    }

    /** Whether it can be used on a window. Functions cannot, and structures cannot be combined. MPI 3.1, 11.3.4. */
    public boolean takesOneSided(Layout layout) {
        return isOneSided
                ? !layout.isObject() && !layout.hasMembers()
                : takes(layout) && !isFunction(layout);
    }

    /**
     * Whether it is defined for a layout. Arithmetic takes numbers; bitwise and logical operations take integers and
     * booleans. MPI 3.1, 5.9.2.
     */
    boolean takes(Layout layout) {
        if (isOfPairs) {
            return !layout.isObject() && !layout.isStructure()
                    && (isPairInMpi(layout) || layout.size() % 2 == 0);
        } else if (function != null) {
            return true;
        } else if (layout.isObject() || isOneSided) {
            return false;
        } else if (layout.hasMembers()) {
            return false;
        } else if (layout.itemElements() > 1) { // a complex number
            return name.equals("MPI.SUM") || name.equals("MPI.PROD");
        }
        return switch (layout.element()) {
            case BOOLEAN -> isOfBits;
            case FLOAT, DOUBLE -> !isOfBits;
            default -> true;
        };
    }

    /** @throws MessageException where there is no operation, or one that was freed, or not defined for the layout */
    static void check(String call, Reduction op, Layout layout) {
        check(call, op);
        if (!op.takes(layout)) {
            Check.argument(call, false, "op", op, "one that is defined for " + layout);
        }
    }

    /** @throws MessageException where there is no operation, or one that was freed */
    public static void check(String call, Reduction op) {
        Check.argument(call, op != null, "op", "null", "an operation");
        Check.live(call, op != FREED, "op", op);
    }

    /** Combines the elements of two spans of one layout. The result is in the second span. */
    public void combine(String call, Span in, Span inout) {
        check(call, this, in.layout());
        in.check();
        inout.check();
        if (isFunction(in.layout())) {
            in.checkElements();
            inout.checkElements();
            function.combine(in.buf(), in.offset(), inout.buf(), inout.offset(), in.count(), in.layout());
            return;
        }
        Check.running(call); // before MPI.Init, MPI would end the process
        int elements = (int) in.elements();
        NativeBuffer left = NativeBuffer.acquire(elements * in.layout().elementSize());
        NativeBuffer right = NativeBuffer.acquire(elements * in.layout().elementSize());
        try {
            in.pack(left.bytes(), 0);
            inout.pack(right.bytes(), 0);
            Check.code(call, MpiCollectives.reduceLocal(left.address(), right.address(), items(in), type(in.layout()),
                    handle(in.layout())));
            inout.unpack(right.bytes(), elements);
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
