package mpi;

import org.rmi4mpi.message.Strict;
import org.rmi4mpi.message.collective.RootedSpans;
import org.rmi4mpi.message.data.ArrayBytes;
import org.rmi4mpi.message.data.Span;

/**
 * Makes spans for calls in the spelling of Open MPI, whose buffers begin with their first element. An array of another
 * type than the datatype's stands for its memory. Stateless.
 */
final class OpenMpiSpans {
    private OpenMpiSpans() {}

    private static Object memory(Object buf, Datatype type) {
        return Strict.IS_ON ? buf : ArrayBytes.of(buf, Datatype.layout(type));
    }

    /** A span that is only read. */
    static Span sent(String call, String name, Object buf, int count, Datatype type) {
        return Span.read(call, name, memory(buf, type), 0, count, Datatype.layout(type));
    }

    static Span received(String call, String name, Object buf, int count, Datatype type) {
        return new Span(call, name, memory(buf, type), 0, count, Datatype.layout(type));
    }

    /** A span that matters at the root only; null elsewhere. */
    static Span atRoot(Comm comm, int root, String call, String name, Object buf, int count, Datatype type) {
        return RootedSpans.atRoot(comm.engine, root, call, name, memory(buf, type), 0, count, Datatype.layout(type));
    }

    /** A span that matters at ranks that exchange data with the root; null elsewhere. */
    static Span atPart(Comm comm, int root, String call, String name, Object buf, int count, Datatype type) {
        return RootedSpans.atPart(comm.engine, root, call, name, memory(buf, type), 0, count, Datatype.layout(type));
    }

    /** Like {@link #atPart}, but null at the root, whose own part is in place. */
    static Span elsewhere(Comm comm, int root, String call, String name, Object buf, int count, Datatype type) {
        return RootedSpans.elsewhere(comm.engine, root, call, name, memory(buf, type), 0, count, Datatype.layout(type));
    }

    /** A span that the root reads and the other ranks write; null at ranks that do neither. */
    static Span ofAll(Comm comm, int root, String call, String name, Object buf, int count, Datatype type) {
        return RootedSpans.ofAll(comm.engine, root, call, name, memory(buf, type), 0, count, Datatype.layout(type));
    }
}
