package org.rmi4mpi.message.collective;

import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.data.Layout;
import org.rmi4mpi.message.data.Span;

/**
 * The spans of a collective operation that has a root. A span is null at the ranks where its arguments have no meaning, and
 * such arguments are not checked. Stateless.
 */
public final class RootedSpans {
    private RootedSpans() {}

    /** A span that matters at the root alone. */
    public static Span atRoot(
            Communicator comm, int root, String call, String name, Object buf, int offset, int count, Layout layout) {
        comm.locate(call);
        return Collectives.isRoot(comm, root)
                ? of(call, name, buf, offset, count, layout)
                : unused(comm, root, call, name, layout);
    }

    /** A span that matters at the ranks that give something to the root, or get something from it. */
    public static Span atPart(
            Communicator comm, int root, String call, String name, Object buf, int offset, int count, Layout layout) {
        comm.locate(call);
        return Collectives.hasPart(comm, root)
                ? of(call, name, buf, offset, count, layout)
                : unused(comm, root, call, name, layout);
    }

    /** Like {@link #atPart}, but null at the root, whose own part is in place. */
    public static Span elsewhere(
            Communicator comm, int root, String call, String name, Object buf, int offset, int count, Layout layout) {
        comm.locate(call);
        return Collectives.isRoot(comm, root) ? null : atPart(comm, root, call, name, buf, offset, count, layout);
    }

    /** A span that the root reads, and the other ranks write. */
    public static Span ofAll(
            Communicator comm, int root, String call, String name, Object buf, int offset, int count, Layout layout) {
        comm.locate(call);
        return Collectives.isRoot(comm, root) ? Span.read(call, name, buf, offset, count, layout)
                : Collectives.hasPart(comm, root) ? new Span(call, name, buf, offset, count, layout)
                : unused(comm, root, call, name, layout);
    }

    private static Span of(String call, String name, Object buf, int offset, int count, Layout layout) {
        return name.startsWith("send")
                ? Span.read(call, name, buf, offset, count, layout)
                : new Span(call, name, buf, offset, count, layout);
    }

    /** An empty span, which tells the layout alone, at a rank beside the root of two groups; null at other ranks. */
    private static Span unused(Communicator comm, int root, String call, String name, Layout layout) {
        boolean isBeside = !Collectives.isRoot(comm, root) && !Collectives.hasPart(comm, root);
        return isBeside && layout != null && !layout.isFreed() ? new Span(call, name, null, 0, 0, layout) : null;
    }
}
