package mpi;

import org.rmi4mpi.message.collective.Reductions;
import org.rmi4mpi.message.collective.RootedSpans;
import org.rmi4mpi.message.data.Span;

/**
 * The reductions of an {@link Intracomm}. Each call stands in the spellings of mpiJava and of Open MPI;
 * in the latter a buffer begins with its first element.
 */
public sealed interface IntracommReductions permits Intracomm {
    /**
     * Combines the elements of all ranks, position by position, into the receive buffer of the root.
     *
     * @param sendbuf this rank's elements: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param recvbuf room for the result: an array or a java.nio buffer; used at the root only
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param count copies of the datatype, the same number at every rank
     * @param datatype datatype of both buffers
     * @param op a predefined operation, or a user-defined one; the same at every rank
     * @param root rank of the root, the same at every rank
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
     * Starts a {@link #Reduce} by a predefined operation; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param recvbuf room for the result: an array or a java.nio buffer; used at the root only
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param count copies of the datatype, the same number at every rank
     * @param datatype datatype of both buffers
     * @param op a predefined operation of numbers, the same at every rank
     * @param root rank of the root, the same at every rank
     * @return a request, which a wait or a test has to complete
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
     * @param sendbuf this rank's elements: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param recvbuf room for the result: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param count copies of the datatype, the same number at every rank
     * @param datatype datatype of both buffers
     * @param op a predefined operation, or a user-defined one; the same at every rank
     */
    default void Allreduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        Reductions.allreduce(null, ((Comm) this).engine,
                Span.read("Allreduce", "sendbuf", sendbuf, sendoffset, count, Datatype.layout(datatype)),
                new Span("Allreduce", "recvbuf", recvbuf, recvoffset, count, Datatype.layout(datatype)),
                Op.reduction(op));
    }

    /**
     * Starts a {@link #Allreduce} by a predefined operation; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param recvbuf room for the result: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param count copies of the datatype, the same number at every rank
     * @param datatype datatype of both buffers
     * @param op a predefined operation of numbers, the same at every rank
     * @return a request, which a wait or a test has to complete
     */
    default Request Iallreduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        return Reductions.allreduce(new Request(), ((Comm) this).engine,
                Span.read("Iallreduce", "sendbuf", sendbuf, sendoffset, count, Datatype.layout(datatype)),
                new Span("Iallreduce", "recvbuf", recvbuf, recvoffset, count, Datatype.layout(datatype)),
                Op.reduction(op));
    }

    /**
     * Combines the elements of all ranks, position by position. Each rank gets a piece of the result.
     *
     * @param sendbuf the pieces of all ranks: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param recvbuf where this rank's piece of the result goes: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcounts copies of the datatype in the result of each rank, by rank; the same at every rank
     * @param datatype datatype of both buffers
     * @param op a predefined operation, or a user-defined one; the same at every rank
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
     * Combines the elements of two buffers of this rank. The result is in the second one.
     *
     * @param inbuf an array or a java.nio buffer of the base type
     * @param inoutbuf the elements to combine with it, replaced by the result
     * @param count copies of the datatype
     * @param datatype datatype of both buffers
     * @param op a predefined operation, or a user-defined one
     */
    default void Reduce_local(Object inbuf, Object inoutbuf, int count, Datatype datatype, Op op) {
        Op.combine("Reduce_local", Span.read("Reduce_local", "inbuf", inbuf, 0, count, Datatype.layout(datatype)),
                new Span("Reduce_local", "inoutbuf", inoutbuf, 0, count, Datatype.layout(datatype)), op);
    }

    /**
     * Combines, at each rank, the elements of the ranks up to this rank, the caller included.
     *
     * @param sendbuf this rank's elements: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param recvbuf room for the result: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param count copies of the datatype, the same number at every rank
     * @param datatype datatype of both buffers
     * @param op a predefined operation, or a user-defined one; the same at every rank
     */
    default void Scan(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        Reductions.scan(null, ((Comm) this).engine,
                Span.read("Scan", "sendbuf", sendbuf, sendoffset, count, Datatype.layout(datatype)),
                new Span("Scan", "recvbuf", recvbuf, recvoffset, count, Datatype.layout(datatype)), Op.reduction(op));
    }

    /**
     * Combines, at each rank, the elements of the ranks up to this rank, the caller included.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype, the same number at every rank
     * @param type datatype of the buffer
     * @param op the operation, the same at every rank
     */
    default void scan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) {
        Reductions.scan(null, ((Comm) this).engine, OpenMpiSpans.sent("scan", "sendbuf", sendbuf, count, type),
                OpenMpiSpans.received("scan", "recvbuf", recvbuf, count, type), Op.reduction(op));
    }

    /**
     * Combines, at each rank, the elements of the ranks up to this rank, the caller included. The elements to combine
     * are in the buffer, and are replaced by the result.
     *
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype, the same number at every rank
     * @param type datatype of the buffer
     * @param op the operation, the same at every rank
     */
    default void scan(Object recvbuf, int count, Datatype type, Op op) {
        Reductions.scan(null, ((Comm) this).engine, null,
                OpenMpiSpans.received("scan", "recvbuf", recvbuf, count, type),
                Op.reduction(op));
    }

    /**
     * Starts a {@link #scan}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype, the same number at every rank
     * @param type datatype of the buffer
     * @param op a predefined operation of numbers, the same at every rank
     * @return a request, which a wait or a test has to complete
     */
    default Request iScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) {
        return Reductions.scan(new Request(), ((Comm) this).engine,
                OpenMpiSpans.sent("iScan", "sendbuf", sendbuf, count, type),
                OpenMpiSpans.received("iScan", "recvbuf", recvbuf, count, type), Op.reduction(op));
    }

    /**
     * Starts a {@link #scan}; do not use the buffers until the request is complete. The elements to combine are in the
     * buffer, and are replaced by the result.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype, the same number at every rank
     * @param type datatype of the buffer
     * @param op a predefined operation of numbers, the same at every rank
     * @return a request, which a wait or a test has to complete
     */
    default Request iScan(Object buf, int count, Datatype type, Op op) {
        return Reductions.scan(new Request(), ((Comm) this).engine, null,
                OpenMpiSpans.received("iScan", "buf", buf, count, type), Op.reduction(op));
    }

    /**
     * Combines, at each rank, the elements of the ranks before this rank. The first rank receives nothing.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype, the same number at every rank
     * @param type datatype of the buffer
     * @param op the operation, the same at every rank
     */
    default void exScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) {
        Reductions.exscan(null, ((Comm) this).engine, OpenMpiSpans.sent("exScan", "sendbuf", sendbuf, count, type),
                OpenMpiSpans.received("exScan", "recvbuf", recvbuf, count, type), Op.reduction(op));
    }

    /**
     * Combines, at each rank, the elements of the ranks before this rank. The first rank receives nothing. The elements
     * to combine are in the buffer, and are replaced by the result.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype, the same number at every rank
     * @param type datatype of the buffer
     * @param op the operation, the same at every rank
     */
    default void exScan(Object buf, int count, Datatype type, Op op) {
        Reductions.exscan(null, ((Comm) this).engine, null, OpenMpiSpans.received("exScan", "buf", buf, count, type),
                Op.reduction(op));
    }

    /**
     * Starts a {@link #exScan}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype, the same number at every rank
     * @param type datatype of the buffer
     * @param op a predefined operation of numbers, the same at every rank
     * @return a request, which a wait or a test has to complete
     */
    default Request iExScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) {
        return Reductions.exscan(new Request(), ((Comm) this).engine,
                OpenMpiSpans.sent("iExScan", "sendbuf", sendbuf, count, type),
                OpenMpiSpans.received("iExScan", "recvbuf", recvbuf, count, type), Op.reduction(op));
    }

    /**
     * Starts a {@link #exScan}; do not use the buffers until the request is complete. The elements to combine are in
     * the buffer, and are replaced by the result.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype, the same number at every rank
     * @param type datatype of the buffer
     * @param op a predefined operation of numbers, the same at every rank
     * @return a request, which a wait or a test has to complete
     */
    default Request iExScan(Object buf, int count, Datatype type, Op op) {
        return Reductions.exscan(new Request(), ((Comm) this).engine, null,
                OpenMpiSpans.received("iExScan", "buf", buf, count, type), Op.reduction(op));
    }
}
