package mpi;

import org.rmi4mpi.message.Reductions;

/** The reductions over the ranks before, of an {@link Intracomm}, in the spelling of Open MPI. */
public sealed interface OpenMpiScans permits Intracomm {
    /**
     * Combines, at each rank, the elements of the ranks up to it.
     *
     * @param sendbuf what this rank gives: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvbuf where it goes: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype, the same number at every rank
     * @param type what the buffer holds
     * @param op the operation, the same at every rank
     */
    default void scan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) {
        Reductions.scan(null, ((Comm) this).engine, OpenMpiSpans.sent("scan", "sendbuf", sendbuf, count, type),
                OpenMpiSpans.received("scan", "recvbuf", recvbuf, count, type), Op.reduction(op));
    }

    /**
     * Combines, at each rank, the elements of the ranks up to it. The result takes the place of what is given.
     *
     * @param recvbuf where it goes: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype, the same number at every rank
     * @param type what the buffer holds
     * @param op the operation, the same at every rank
     */
    default void scan(Object recvbuf, int count, Datatype type, Op op) {
        Reductions.scan(null, ((Comm) this).engine, null,
                OpenMpiSpans.received("scan", "recvbuf", recvbuf, count, type),
                Op.reduction(op));
    }

    /**
     * Starts a {@link #scan}; the buffers must be left alone until the request is complete.
     *
     * @param sendbuf what this rank gives: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvbuf where it goes: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype, the same number at every rank
     * @param type what the buffer holds
     * @param op a predefined operation of numbers, the same at every rank
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) {
        return Reductions.scan(new Request(), ((Comm) this).engine,
                OpenMpiSpans.sent("iScan", "sendbuf", sendbuf, count, type),
                OpenMpiSpans.received("iScan", "recvbuf", recvbuf, count, type), Op.reduction(op));
    }

    /**
     * Starts a {@link #scan}; the buffers must be left alone until the request is complete. The result takes the
     * place of what is given.
     *
     * @param buf what is sent or received: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype, the same number at every rank
     * @param type what the buffer holds
     * @param op a predefined operation of numbers, the same at every rank
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iScan(Object buf, int count, Datatype type, Op op) {
        return Reductions.scan(new Request(), ((Comm) this).engine, null,
                OpenMpiSpans.received("iScan", "buf", buf, count, type), Op.reduction(op));
    }

    /**
     * Combines, at each rank, the elements of the ranks before it; the first rank receives nothing.
     *
     * @param sendbuf what this rank gives: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvbuf where it goes: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype, the same number at every rank
     * @param type what the buffer holds
     * @param op the operation, the same at every rank
     */
    default void exScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) {
        Reductions.exscan(null, ((Comm) this).engine, OpenMpiSpans.sent("exScan", "sendbuf", sendbuf, count, type),
                OpenMpiSpans.received("exScan", "recvbuf", recvbuf, count, type), Op.reduction(op));
    }

    /**
     * Combines, at each rank, the elements of the ranks before it; the first rank receives nothing. The result takes
     * the place of what is given.
     *
     * @param buf what is sent or received: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype, the same number at every rank
     * @param type what the buffer holds
     * @param op the operation, the same at every rank
     */
    default void exScan(Object buf, int count, Datatype type, Op op) {
        Reductions.exscan(null, ((Comm) this).engine, null, OpenMpiSpans.received("exScan", "buf", buf, count, type),
                Op.reduction(op));
    }

    /**
     * Starts a {@link #exScan}; the buffers must be left alone until the request is complete.
     *
     * @param sendbuf what this rank gives: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvbuf where it goes: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype, the same number at every rank
     * @param type what the buffer holds
     * @param op a predefined operation of numbers, the same at every rank
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iExScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) {
        return Reductions.exscan(new Request(), ((Comm) this).engine,
                OpenMpiSpans.sent("iExScan", "sendbuf", sendbuf, count, type),
                OpenMpiSpans.received("iExScan", "recvbuf", recvbuf, count, type), Op.reduction(op));
    }

    /**
     * Starts a {@link #exScan}; the buffers must be left alone until the request is complete. The result takes the
     * place of what is given.
     *
     * @param buf what is sent or received: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype, the same number at every rank
     * @param type what the buffer holds
     * @param op a predefined operation of numbers, the same at every rank
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iExScan(Object buf, int count, Datatype type, Op op) {
        return Reductions.exscan(new Request(), ((Comm) this).engine, null,
                OpenMpiSpans.received("iExScan", "buf", buf, count, type), Op.reduction(op));
    }
}
