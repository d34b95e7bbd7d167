package mpi;

import org.rmi4mpi.message.collective.Reductions;

/** The prefix reductions of an {@link Intracomm}, in the spelling of Open MPI. */
public sealed interface OpenMpiScans permits Intracomm {
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
