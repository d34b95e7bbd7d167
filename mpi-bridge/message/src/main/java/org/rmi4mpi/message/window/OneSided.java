package org.rmi4mpi.message.window;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.MpiWindows;
import org.rmi4mpi.bridge.NodeMemory;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.InFlight;
import org.rmi4mpi.message.Operation;
import org.rmi4mpi.message.Operations;
import org.rmi4mpi.message.StagedSpan;
import org.rmi4mpi.message.collective.Reduction;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.data.Element;
import org.rmi4mpi.message.data.ErrorClasses;
import org.rmi4mpi.message.data.Layout;
import org.rmi4mpi.message.data.MessageException;
import org.rmi4mpi.message.data.Span;

/**
 * The operations on the memory of other ranks. One method has both forms of an operation: with a request, or without
 * one. The window's next synchronisation completes an operation without a request. Stateless.
 */
public final class OneSided {
    private OneSided() {}

    /** One operation before its start; owned by its thread. */
    private static final class Access {
        private final Window window;
        private final String call;
        private final Target target;
        /** The displacement for MPI: bytes from the window's start, or an address. */
        private long start;
        private final List<StagedSpan> arriving = new ArrayList<>(0);
        private final List<StagedSpan> leaving = new ArrayList<>(0);

        Access(Window window, String call, Target target, boolean hasRequest) {
            this(window, call, target, hasRequest, 0);
        }

        /** @param gap bytes after the highest one that the operation reads and writes, too */
        Access(Window window, String call, Target target, boolean hasRequest, int gap) {
            this.window = window;
            this.call = call;
            this.target = target;
            window.live(call);
            target.check(call, window.comm().size());
            if (target.rank() == Constants.PROC_NULL) {
                return;
            }
            window.epochs().checkOperation(call, target.rank(), hasRequest);
            if (target.elements() > 0) {
                start = start(gap);
            }
        }

        /** Whether the operation has no effect. */
        boolean isNothing() {
            return target.rank() == Constants.PROC_NULL || target.elements() == 0;
        }

        private long start(int gap) {
            int rank = target.rank();
            long at = (long) target.displacement() * window.reach().units()[rank];
            long lowest = at + target.lowest();
            long highest = at + target.highest() + gap;
            if (lowest < 0) {
                Check.argument(call, false, "targetDisp", target.displacement(),
                        "a larger one: the datatype begins at byte " + lowest);
            }
            if (window.reach().attachments() != null) {
                return Attachments.address(call, table(window, call, rank), target, lowest, highest);
            }
            long size = window.reach().sizes()[rank];
            if (highest > size) {
                throw Check.failure(call + ": targetDisp " + target.displacement() + " and targetCount "
                        + target.count() + " of " + target.layout() + " reach byte " + highest + " > window of " + size
                        + " bytes of rank " + rank + Check.at("give a smaller displacement or count"), null,
                        ErrorClasses.ofArgument("targetDisp"));
            }
            return at;
        }

        StagedSpan leaves(Span span) {
            check(span);
            StagedSpan staged = StagedSpan.outgoing(span);
            leaving.add(staged);
            return staged;
        }

        StagedSpan arrives(Span span) {
            check(span);
            StagedSpan staged = StagedSpan.incoming(span.writable());
            arriving.add(staged);
            return staged;
        }

        private void check(Span span) {
            Check.argument(call, !span.layout().isObject(), "datatype", span.layout(), "one of a primitive base type");
            span.check();
            long bytes = span.elements() * span.layout().elementSize();
            if (bytes != target.bytes() || span.wireBytes() != target.wireBytes()) {
                Check.argument(call, false, "count", span.count() + " of " + span.layout(), "as many bytes as "
                        + target.count() + " of " + target.layout() + " of the target, " + target.bytes() + ", not "
                        + bytes);
            }
        }

        /** The target's memory, if it is mapped and the elements lie in it without gaps; else null. */
        ByteBuffer mapped() {
            ByteBuffer[] mapped = window.reach().mapped();
            return mapped == null || !target.layout().isContiguous() || isNothing() ? null : mapped[target.rank()];
        }

        /** The index in that memory at which the elements begin. */
        private int place() {
            return (int) (start + target.lowest());
        }

        void write(ByteBuffer to, Span origin) {
            check(origin);
            if (isInOneRun(origin)) {
                NodeMemory.copy(origin.address(), window.node().base(target.rank()) + place(), target.bytes());
            } else {
                origin.pack(to, place());
            }
        }

        void read(ByteBuffer from, Span origin) {
            check(origin.writable());
            if (isInOneRun(origin)) {
                NodeMemory.copy(window.node().base(target.rank()) + place(), origin.address(), target.bytes());
            } else {
                origin.unpack(from, place(), (int) origin.elements(), origin.offset(), origin.count());
            }
        }

        private boolean isInOneRun(Span origin) {
            return origin.isDirect() && !origin.layout().hasGaps() && !target.layout().hasGaps();
        }

        int process() {
            return window.node().process(target.rank());
        }

        /** The address in that process from which {@link #start} counts. */
        long base() {
            return window.reach().attachments() != null ? 0 : window.node().base(target.rank());
        }

        long combining() {
            return window.node().combining(target.rank());
        }

        /** Starts the operation. The slot is null where there is no request. */
        void run(Operation operation, Operations.Start start) {
            try {
                if (operation == null) {
                    finish(start.start(null));
                } else {
                    runWith(operation, start);
                }
            } catch (MessageException e) {
                throw window.comm().raised(e);
            }
        }

        private void finish(int code) {
            if (code != Mpi.SUCCESS) {
                release();
                Check.code(call, code);
            }
            if (window.node() != null) {
                arriving.forEach(StagedSpan::arrived);
                release();
            } else {
                Job.stir(window.comm().worldRanks()[target.rank()]);
                leaving.forEach(staged -> window.transfers().add(target.rank(), staged, false));
                arriving.forEach(staged -> window.transfers().add(target.rank(), staged, true));
            }
        }

        private void release() {
            leaving.forEach(StagedSpan::release);
            arriving.forEach(StagedSpan::release);
        }

        private void runWith(Operation operation, Operations.Start start) {
            if (window.node() != null) {
                finish(start.start(null));
                Operations.finish(operation);
                return;
            }
            List<Memory> memory = new ArrayList<>();
            List<Object> bufs = new ArrayList<>();
            for (List<StagedSpan> each : List.of(leaving, arriving)) {
                each.forEach(staged -> memory.addAll(Arrays.asList(staged.owned())));
                each.forEach(staged -> bufs.add(staged.buf()));
            }
            InFlight given = new InFlight(window.comm(), call, bufs, arriving.isEmpty() ? null
                    : outcome -> arriving.forEach(StagedSpan::arrived), memory.toArray(Memory[]::new));
            Operations.startAlone(operation, given, slot -> {
                int code = start.start(slot);
                Job.stir(window.comm().worldRanks()[target.rank()]);
                return code;
            });
        }
    }

    /** Reads a rank's table of attached memory. */
    private static long[] table(Window window, String call, int rank) {
        Window tables = window.reach().table();
        long[] copy = Attachments.newCopy();
        synchronized (tables) { // only one thread of a rank may lock a target
            Synchronisation.lock(tables, call, Constants.LOCK_SHARED, rank, 0);
            Layout longs = Layout.of("MPI.LONG", Element.LONG, 1);
            get(null, tables, new Span(call, "table", copy, 0, copy.length, longs),
                    new Target(rank, 0, copy.length, longs));
            Synchronisation.unlock(tables, call, rank);
        }
        return copy;
    }

    /** @param operation null for no request; else it is started and returned */
    public static <O extends Operation> O put(O operation, Window window, Span origin, Target target) {
        Access access = new Access(window, origin.call(), target, operation != null);
        ByteBuffer mapped = access.mapped();
        if (mapped != null) {
            access.write(mapped, origin);
            return nothing(operation);
        }
        StagedSpan out = access.leaves(origin);
        if (access.isNothing()) {
            return nothing(operation);
        }
        access.run(operation, slot -> window.node() != null
                ? move(access, out, true)
                : target.inMpi(origin.call(), access.start,
                        (at, count, type) -> MpiWindows.put(window.handle(), out.address(), out.items(), out.type(),
                                target.rank(), at, count, type, slot)));
        return operation;
    }

    /** @param operation null for no request; else it is started and returned */
    public static <O extends Operation> O get(O operation, Window window, Span origin, Target target) {
        Access access = new Access(window, origin.call(), target, operation != null);
        ByteBuffer mapped = access.mapped();
        if (mapped != null) {
            access.read(mapped, origin);
            return nothing(operation);
        }
        StagedSpan in = access.arrives(origin);
        if (access.isNothing()) {
            return nothing(operation);
        }
        access.run(operation, slot -> window.node() != null
                ? move(access, in, false)
                : target.inMpi(origin.call(), access.start,
                        (at, count, type) -> MpiWindows.get(window.handle(), in.address(), in.items(), in.type(),
                                target.rank(), at, count, type, slot)));
        return operation;
    }

    private static int move(Access access, StagedSpan staged, boolean write) {
        Target target = access.target;
        return target.inRuns(access.start, (runs, triples) -> NodeMemory.move(access.process(), access.base(),
                staged.address(), runs, triples, write));
    }

    private static <O extends Operation> O nothing(O operation) {
        if (operation != null) {
            Operations.finish(operation);
        }
        return operation;
    }

    /**
     * Combines the origin's elements with those of the target, in the target's memory.
     *
     * @param operation null for no request; else it is started and returned
     * @param result takes the target's elements from before; may be null
     */
    public static <O extends Operation> O accumulate(
            O operation, Window window, Span origin, Span result, Target target, Reduction op) {
        String call = result == null ? origin.call() : result.call();
        Access access = new Access(window, call, target, operation != null, Target.gap(target.layout()));
        checkOperation(call, op, target.layout());
        boolean takesOrigin = !op.isNothing();
        StagedSpan out = takesOrigin ? access.leaves(origin) : null;
        if (takesOrigin && origin.layout().element() != target.layout().element()) {
            Check.argument(call, false, "datatype", origin.layout(), "one of the base type of " + target.layout());
        }
        StagedSpan in = result == null ? null : access.arrives(result);
        if (access.isNothing() || !takesOrigin && in == null) {
            return nothing(operation);
        }
        access.run(operation, slot -> window.node() != null
                ? combine(access, op, out, in)
                : target.inItems(call, access.start, op.type(target.layout()), op.elements(target.layout()),
                        (at, count, type) -> combine(access, op, out, in, at, count, type, slot)));
        return operation;
    }

    private static int combine(Access access, Reduction op, StagedSpan out, StagedSpan in) {
        Target target = access.target;
        Layout layout = target.layout();
        long start = access.base() + access.start;
        int size = layout.elementSize();
        int[] code = {Mpi.SUCCESS};
        layout.forEachBlock(0, target.count(), Integer.MAX_VALUE, (index, length, before) -> {
            if (code[0] == Mpi.SUCCESS) {
                code[0] = NodeMemory.combine(access.process(), start + (long) index * size, access.combining(),
                        out == null ? 0 : out.address() + (long) before * size,
                        in == null ? 0 : in.address() + (long) before * size, op.elements(layout) * size,
                        op.type(layout), op.handle(layout), (long) length * size);
            }
        });
        return code[0];
    }

    private static int combine(Access access, Reduction op, StagedSpan out, StagedSpan in, long at, int count,
            long type,
            RequestSlot slot) {
        Layout layout = access.target.layout();
        long window = access.window.handle();
        int rank = access.target.rank();
        int items = (int) (access.target.elements() / op.elements(layout));
        long own = op.type(layout);
        if (in == null) {
            return MpiWindows.accumulate(window, out.address(), items, own, rank, at, count, type, op.handle(layout),
                    slot);
        }
        return MpiWindows.getAccumulate(window, out == null ? in.address() : out.address(), out == null ? 0 : items,
                in.address(), items, own, rank, at, count, type, op.handle(layout), slot);
    }

    private static void checkOperation(String call, Reduction op, Layout layout) {
        Reduction.check(call, op);
        if (!op.takesOneSided(layout)) {
            Check.argument(call, false, "op", op, "a predefined operation that is defined for " + layout);
        }
    }

    /** Combines one element, and returns the target's element from before in the result. */
    public static void fetchAndOp(Window window, Span origin, Span result, Target target, Reduction op) {
        checkSingle(result.call(), target.layout());
        accumulate(null, window, origin, result, target, op);
    }

    /**
     * Writes the origin's element if the target's element equals the compared one. Returns the target's element from
     * before in the result.
     */
    public static void compareAndSwap(Window window, Span origin, Span compare, Span result, Target target) {
        String call = origin.call();
        checkSingle(call, target.layout());
        Element element = target.layout().element();
        Check.argument(call, element != Element.FLOAT && element != Element.DOUBLE, "targetType", target.layout(),
                "a type of integers, of bytes or of booleans");
        Access access = new Access(window, call, target, false);
        StagedSpan out = access.leaves(origin);
        StagedSpan other = access.leaves(compare);
        StagedSpan in = access.arrives(result);
        if (access.isNothing()) {
            return;
        }
        access.run(null, slot -> window.node() != null
                ? NodeMemory.compareAndSwap(access.process(), access.base() + access.start, access.combining(),
                        out.address(), other.address(), in.address(), element.size())
                : MpiWindows.compareAndSwap(window.handle(), out.address(), other.address(), in.address(),
                        target.layout().handle(), target.rank(), access.start));
    }

    private static void checkSingle(String call, Layout layout) {
        Check.datatype(call, "targetType", layout);
        Check.argument(call, !layout.isObject() && layout.size() == 1 && layout.first() == 0
                && !layout.hasMembers(), "targetType", layout,
                "a datatype of a single element");
    }
}
