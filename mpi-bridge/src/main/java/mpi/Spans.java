package mpi;

import org.rmi4mpi.message.ArrayBytes;
import org.rmi4mpi.message.RootedSpans;
import org.rmi4mpi.message.Span;

/**
 * Buffers of calls in the spelling of Open MPI: from their first element on. An array of another type than the
 * datatype's is taken for its memory. Stateless.
 */
final class Spans {
    private Spans() {}

    private static Object memory(Object buf, Datatype type) {
        return ArrayBytes.of(buf, Datatype.layout(type));
    }

    /** Of a buffer that is only read. */
    static Span sent(String call, String name, Object buf, int count, Datatype type) {
        return Span.read(call, name, memory(buf, type), 0, count, Datatype.layout(type));
    }

    static Span received(String call, String name, Object buf, int count, Datatype type) {
        return new Span(call, name, memory(buf, type), 0, count, Datatype.layout(type));
    }

    /** Null but at the root. */
    static Span atRoot(Comm comm, int root, String call, String name, Object buf, int count, Datatype type) {
        return RootedSpans.atRoot(comm.engine, root, call, name, memory(buf, type), 0, count, Datatype.layout(type));
    }

    /** Null at ranks of the root's own group, where there are two. */
    static Span atPart(Comm comm, int root, String call, String name, Object buf, int count, Datatype type) {
        return RootedSpans.atPart(comm.engine, root, call, name, memory(buf, type), 0, count, Datatype.layout(type));
    }

    /** At all ranks but the root, where the buffer holds what is received in place or sent. */
    static Span elsewhere(Comm comm, int root, String call, String name, Object buf, int count, Datatype type) {
        return RootedSpans.elsewhere(comm.engine, root, call, name, memory(buf, type), 0, count, Datatype.layout(type));
    }

    /** Null at ranks that neither give nor get. */
    static Span ofAll(Comm comm, int root, String call, String name, Object buf, int count, Datatype type) {
        return RootedSpans.ofAll(comm.engine, root, call, name, memory(buf, type), 0, count, Datatype.layout(type));
    }
}
