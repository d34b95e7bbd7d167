package org.rmi4mpi.message;

import java.util.Set;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.MpiCollectives;
import org.rmi4mpi.bridge.NativeBuffer;

/** What combines elements: one of MPI's own operations, or a function in Java. Immutable. */
public final class Reduction {
    private static final Set<String> LOGICAL = Set.of("MPI.LAND", "MPI.LOR", "MPI.LXOR");
    private static final Set<String> BITWISE = Set.of("MPI.BAND", "MPI.BOR", "MPI.BXOR");
    private static final Set<String> OF_PAIRS = Set.of("MPI.MINLOC", "MPI.MAXLOC");
    /** For windows alone. */
    private static final Set<String> ONE_SIDED = Set.of("MPI.REPLACE", "MPI.NO_OP");

    private static final long TWO_INTS = Mpi.constant("MPI_2INT");

    static final Reduction MIN = ofMpi("MPI.MIN");
    /** Stands for an operation that was freed, in the arguments of a call. Each use of it is refused. */
    public static final Reduction FREED = new Reduction("user-defined operation", null);

    private final String name;
    private final long handle;
    private final long logicalHandle;
    private final Function function;

    /** Combines arrays, or what a face makes of them. */
    @FunctionalInterface
    public interface Function {
        /** What stands in the second array becomes that in the first one combined with it, copy by copy. */
        void combine(Object in, int inOffset, Object inout, int inoutOffset, int count, Layout layout);
    }

    private Reduction(String name, Function function) {
        this.name = name;
        this.function = function;
        this.handle = name.startsWith("MPI.") ? Mpi.constant(name.replace("MPI.", "MPI_")) : 0;
        this.logicalHandle = BITWISE.contains(name) ? Mpi.constant(name.replace("MPI.B", "MPI_L")) : handle;
    }

    /** @param name such as MPI.SUM */
    public static Reduction ofMpi(String name) {
        return new Reduction(name, null);
    }

    /** One that is computed in Java. */
    public static Reduction of(String name, Function function) {
        Check.argument("Op", function != null, "function", "null", "a function");
        return new Reduction(name, function);
    }

    boolean isFreed() {
        return this == FREED;
    }

    /** In MPI; booleans have no bits, but are combined alike. */
    public long handle(Layout layout) {
        return layout.element() == Element.BOOLEAN ? logicalHandle : handle;
    }

    /** Whether it is computed in Java; MPI knows pairs that are structures of its own. */
    boolean isFunction(Layout layout) {
        return function != null && !(OF_PAIRS.contains(name) && isPairInMpi(layout));
    }

    private static boolean isPairInMpi(Layout layout) {
        return isPairOfInts(layout)
                || !layout.isObject() && layout.item().elements() > 1 && layout.element() == Element.BYTE;
    }

    private static boolean isPairOfInts(Layout layout) {
        return layout.element() == Element.INT && layout.size() > 0 && layout.size() % 2 == 0;
    }

    /** What MPI is told to combine. */
    long type(Layout layout) {
        return OF_PAIRS.contains(name) && isPairOfInts(layout) ? TWO_INTS : layout.handle();
    }

    /** How many of them. */
    int items(Span span) {
        int items = span.layout().items(span.elements());
        return OF_PAIRS.contains(name) && isPairOfInts(span.layout()) ? items / 2 : items;
    }

    /** Elements of what MPI is told to combine. */
    int elements(Layout layout) {
        return OF_PAIRS.contains(name) && isPairOfInts(layout) ? 2 : layout.item().elements();
    }

    /** Whether it leaves what is there. */
    boolean isNothing() {
        return name.equals("MPI.NO_OP");
    }

    /** Whether a window takes it: no function, and no structure. MPI 3.1, 11.3.4. */
    boolean takesOneSided(Layout layout) {
        boolean isStructure = !layout.isObject() && layout.element() == Element.BYTE && layout.item().elements() > 1;
        return ONE_SIDED.contains(name) ? !layout.isObject() && !isStructure : takes(layout) && !isFunction(layout)
                && (!isStructure || OF_PAIRS.contains(name) && layout.item().elements() <= 2 * Long.BYTES);
    }

    /** MPI 3.1, 5.9.2: arithmetic takes numbers, bitwise and logical operations integers and booleans. */
    boolean takes(Layout layout) {
        if (OF_PAIRS.contains(name)) {
            return !layout.isObject() && (isPairInMpi(layout) || layout.size() % 2 == 0);
        } else if (function != null) {
            return true;
        } else if (layout.isObject() || ONE_SIDED.contains(name)) {
            return false;
        } else if (layout.item().elements() > 1) { // a complex number, or a structure
            return layout.element() != Element.BYTE && (name.equals("MPI.SUM") || name.equals("MPI.PROD"));
        }
        boolean ofBits = LOGICAL.contains(name) || BITWISE.contains(name);
        return switch (layout.element()) {
            case BOOLEAN -> ofBits;
            case FLOAT, DOUBLE -> !ofBits;
            default -> true;
        };
    }

    /** Combines the elements of two spans of one layout, in the second one. */
    public void combine(String call, Span in, Span inout) {
        Check.operation(call, this, in.layout());
        in.check();
        inout.check();
        if (isFunction(in.layout())) {
            in.checkElements();
            inout.checkElements();
            function.combine(in.buf(), in.offset(), inout.buf(), inout.offset(), in.count(), in.layout());
            return;
        }
        Check.running(call); // MPI ends the process otherwise
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
