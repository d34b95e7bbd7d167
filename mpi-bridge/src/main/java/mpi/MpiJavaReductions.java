package mpi;

import org.rmi4mpi.message.Reductions;
import org.rmi4mpi.message.RootedSpans;
import org.rmi4mpi.message.Span;

/** The reductions of an {@link Intracomm}, in the spelling of mpiJava. */
public sealed interface MpiJavaReductions permits Intracomm {
    /**
     * Combines the elements of all ranks, position by position, into the receive buffer of the root.
     *
     * @param sendbuf what this rank gives: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param recvbuf where the result goes: an array or a java.nio buffer; meaningful at the root alone
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param count copies of the datatype, the same number at every rank
     * @param datatype what both buffers hold
     * @param op a predefined operation, or one of the program's own; the same at every rank
     * @param root its rank, the same one at every rank
     */
    default void Reduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op,
            int root) {
        Reductions.reduce(null, ((Comm) this).engine, "Reduce",
                Span.read("Reduce", "sendbuf", sendbuf, sendoffset, count, Datatype.layout(datatype)),
                RootedSpans.atRoot(((Comm) this).engine, root, "Reduce", "recvbuf", recvbuf, recvoffset, count,
                        Datatype.layout(datatype)),
                Op.reduction(op), root);
    }

    /**
     * Starts a {@link #Reduce} by a predefined operation; the buffers must be left alone until the request is complete.
     *
     * @param sendbuf what this rank gives: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param recvbuf where the result goes: an array or a java.nio buffer; meaningful at the root alone
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param count copies of the datatype, the same number at every rank
     * @param datatype what both buffers hold
     * @param op a predefined operation of numbers, the same at every rank
     * @param root its rank, the same one at every rank
     * @return a request, to be completed by one of its waits or tests
     */
    default Request Ireduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op,
            int root) {
        return Reductions.reduce(new Request(), ((Comm) this).engine, "Ireduce",
                Span.read("Ireduce", "sendbuf", sendbuf, sendoffset, count, Datatype.layout(datatype)),
                RootedSpans.atRoot(((Comm) this).engine, root, "Ireduce", "recvbuf", recvbuf, recvoffset, count,
                        Datatype.layout(datatype)),
                Op.reduction(op), root);
    }

    /**
     * Combines the elements of all ranks, position by position, into the receive buffer of every rank.
     *
     * @param sendbuf what this rank gives: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param recvbuf where the result goes: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param count copies of the datatype, the same number at every rank
     * @param datatype what both buffers hold
     * @param op a predefined operation, or one of the program's own; the same at every rank
     */
    default void Allreduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        Reductions.allreduce(null, ((Comm) this).engine,
                Span.read("Allreduce", "sendbuf", sendbuf, sendoffset, count, Datatype.layout(datatype)),
                new Span("Allreduce", "recvbuf", recvbuf, recvoffset, count, Datatype.layout(datatype)),
                Op.reduction(op));
    }

    /**
     * Starts a {@link #Allreduce} by a predefined operation; the buffers must be left alone until the request is
     * complete.
     *
     * @param sendbuf what this rank gives: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param recvbuf where the result goes: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param count copies of the datatype, the same number at every rank
     * @param datatype what both buffers hold
     * @param op a predefined operation of numbers, the same at every rank
     * @return a request, to be completed by one of its waits or tests
     */
    default Request Iallreduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        return Reductions.allreduce(new Request(), ((Comm) this).engine,
                Span.read("Iallreduce", "sendbuf", sendbuf, sendoffset, count, Datatype.layout(datatype)),
                new Span("Iallreduce", "recvbuf", recvbuf, recvoffset, count, Datatype.layout(datatype)),
                Op.reduction(op));
    }

    /**
     * As {@link #Reduce} of the elements of all pieces, of which each rank gets its own.
     *
     * @param sendbuf the pieces of all ranks: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param recvbuf where this rank's piece of the result goes: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcounts copies of the datatype in the result of each rank, by rank; the same at every rank
     * @param datatype what both buffers hold
     * @param op a predefined operation, or one of the program's own; the same at every rank
     */
    default void Reduce_scatter(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int[] recvcounts, Datatype datatype,
            Op op) {
        Reductions.reduceScatter(null, ((Comm) this).engine,
                Span.read("Reduce_scatter", "sendbuf", sendbuf, sendoffset, 0, Datatype.layout(datatype)),
                new Span("Reduce_scatter", "recvbuf", recvbuf, recvoffset, 0, Datatype.layout(datatype)), recvcounts,
                Op.reduction(op));
    }

    /**
     * Combines what one buffer of this rank holds into another.
     *
     * @param inbuf an array or a java.nio buffer of the base type
     * @param inoutbuf what is combined with it, and where the result goes
     * @param count copies of the datatype
     * @param datatype what both buffers hold
     * @param op a predefined operation, or one of the program's own
     */
    default void Reduce_local(Object inbuf, Object inoutbuf, int count, Datatype datatype, Op op) {
        Op.combine("Reduce_local", Span.read("Reduce_local", "inbuf", inbuf, 0, count, Datatype.layout(datatype)),
                new Span("Reduce_local", "inoutbuf", inoutbuf, 0, count, Datatype.layout(datatype)), op);
    }

    /**
     * Combines the elements of the ranks up to each one, into its receive buffer.
     *
     * @param sendbuf what this rank gives: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param recvbuf where the result goes: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param count copies of the datatype, the same number at every rank
     * @param datatype what both buffers hold
     * @param op a predefined operation, or one of the program's own; the same at every rank
     */
    default void Scan(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        Reductions.scan(null, ((Comm) this).engine,
                Span.read("Scan", "sendbuf", sendbuf, sendoffset, count, Datatype.layout(datatype)),
                new Span("Scan", "recvbuf", recvbuf, recvoffset, count, Datatype.layout(datatype)), Op.reduction(op));
    }
}
