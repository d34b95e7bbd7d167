package mpi;

import org.rmi4mpi.message.collective.Reductions;

/** The reductions of a {@link Comm}, in the spelling of Open MPI. */
public sealed interface OpenMpiReductions permits Comm {
    /**
     * Combines the elements of all ranks, position by position, into the receive buffer of the root.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype, the same number at every rank
     * @param type datatype of the buffer
     * @param op the operation, the same at every rank
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     */
    default void reduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root) {
        Reductions.reduce(null, ((Comm) this).engine, "reduce",
                OpenMpiSpans.atPart((Comm) this, root, "reduce", "sendbuf", sendbuf, count, type),
                OpenMpiSpans.atRoot((Comm) this, root, "reduce", "recvbuf", recvbuf, count, type), Op.reduction(op),
                root);
    }

    /**
     * Combines the elements of all ranks, position by position, into the receive buffer of the root. The root's
     * elements are in the receive buffer, and are replaced by the result.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype, the same number at every rank
     * @param type datatype of the buffer
     * @param op the operation, the same at every rank
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     */
    default void reduce(Object buf, int count, Datatype type, Op op, int root) {
        Reductions.reduce(null, ((Comm) this).engine, "reduce",
                OpenMpiSpans.elsewhere((Comm) this, root, "reduce", "buf", buf, count, type),
                OpenMpiSpans.atRoot((Comm) this, root, "reduce", "buf", buf, count, type), Op.reduction(op), root);
    }

    /**
     * Starts a {@link #reduce}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype, the same number at every rank
     * @param type datatype of the buffer
     * @param op a predefined operation of numbers, the same at every rank
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     * @return a request, which a wait or a test has to complete
     */
    default Request iReduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root) {
        return Reductions.reduce(new Request(), ((Comm) this).engine, "iReduce",
                OpenMpiSpans.atPart((Comm) this, root, "iReduce", "sendbuf", sendbuf, count, type),
                OpenMpiSpans.atRoot((Comm) this, root, "iReduce", "recvbuf", recvbuf, count, type), Op.reduction(op),
                root);
    }

    /**
     * Starts a {@link #reduce}; do not use the buffers until the request is complete. The root's elements are in the
     * receive buffer, and are replaced by the result.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype, the same number at every rank
     * @param type datatype of the buffer
     * @param op a predefined operation of numbers, the same at every rank
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     * @return a request, which a wait or a test has to complete
     */
    default Request iReduce(Object buf, int count, Datatype type, Op op, int root) {
        return Reductions.reduce(new Request(), ((Comm) this).engine, "iReduce",
                OpenMpiSpans.elsewhere((Comm) this, root, "iReduce", "buf", buf, count, type),
                OpenMpiSpans.atRoot((Comm) this, root, "iReduce", "buf", buf, count, type), Op.reduction(op), root);
    }

    /**
     * Combines the elements of all ranks, position by position, into the receive buffer of every rank.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype, the same number at every rank
     * @param type datatype of the buffer
     * @param op the operation, the same at every rank
     */
    default void allReduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) {
        Reductions.allreduce(null, ((Comm) this).engine,
                OpenMpiSpans.sent("allReduce", "sendbuf", sendbuf, count, type),
                OpenMpiSpans.received("allReduce", "recvbuf", recvbuf, count, type), Op.reduction(op));
    }

    /**
     * Combines the elements of all ranks, position by position, into the receive buffer of every rank. The elements to
     * combine are in the buffer, and are replaced by the result.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype, the same number at every rank
     * @param type datatype of the buffer
     * @param op the operation, the same at every rank
     */
    default void allReduce(Object buf, int count, Datatype type, Op op) {
        Reductions.allreduce(null, ((Comm) this).engine, null,
                OpenMpiSpans.received("allReduce", "buf", buf, count, type),
                Op.reduction(op));
    }

    /**
     * Starts a {@link #allReduce}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype, the same number at every rank
     * @param type datatype of the buffer
     * @param op a predefined operation of numbers, the same at every rank
     * @return a request, which a wait or a test has to complete
     */
    default Request iAllReduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) {
        return Reductions.allreduce(new Request(), ((Comm) this).engine,
                OpenMpiSpans.sent("iAllReduce", "sendbuf", sendbuf, count, type),
                OpenMpiSpans.received("iAllReduce", "recvbuf", recvbuf, count, type), Op.reduction(op));
    }

    /**
     * Starts a {@link #allReduce}; do not use the buffers until the request is complete. The elements to combine are in
     * the buffer, and are replaced by the result.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype, the same number at every rank
     * @param type datatype of the buffer
     * @param op a predefined operation of numbers, the same at every rank
     * @return a request, which a wait or a test has to complete
     */
    default Request iAllReduce(Object buf, int count, Datatype type, Op op) {
        return Reductions.allreduce(new Request(), ((Comm) this).engine, null,
                OpenMpiSpans.received("iAllReduce", "buf", buf, count, type), Op.reduction(op));
    }

    /**
     * Combines the elements of all ranks, and gives each rank its piece of the result.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcounts copies of the datatype for each rank
     * @param type datatype of the buffer
     * @param op the operation, the same at every rank
     */
    default void reduceScatter(Object sendbuf, Object recvbuf, int[] recvcounts, Datatype type, Op op) {
        Reductions.reduceScatter(null, ((Comm) this).engine,
                OpenMpiSpans.sent("reduceScatter", "sendbuf", sendbuf, 0, type),
                OpenMpiSpans.received("reduceScatter", "recvbuf", recvbuf, 0, type), recvcounts, Op.reduction(op));
    }

    /**
     * Combines the elements of all ranks, and gives each rank its piece of the result. The elements to combine are in
     * the buffer, and are replaced by the result.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param counts copies of the datatype for each rank
     * @param type datatype of the buffer
     * @param op the operation, the same at every rank
     */
    default void reduceScatter(Object buf, int[] counts, Datatype type, Op op) {
        Reductions.reduceScatter(null, ((Comm) this).engine, null,
                OpenMpiSpans.received("reduceScatter", "buf", buf, 0, type),
                counts, Op.reduction(op));
    }

    /**
     * Starts a {@link #reduceScatter}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcounts copies of the datatype for each rank
     * @param type datatype of the buffer
     * @param op a predefined operation of numbers, the same at every rank
     * @return a request, which a wait or a test has to complete
     */
    default Request iReduceScatter(Object sendbuf, Object recvbuf, int[] recvcounts, Datatype type, Op op) {
        return Reductions.reduceScatter(new Request(), ((Comm) this).engine,
                OpenMpiSpans.sent("iReduceScatter", "sendbuf", sendbuf, 0, type),
                OpenMpiSpans.received("iReduceScatter", "recvbuf", recvbuf, 0, type), recvcounts, Op.reduction(op));
    }

    /**
     * Starts a {@link #reduceScatter}; do not use the buffers until the request is complete. The elements to combine
     * are in the buffer, and are replaced by the result.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param counts copies of the datatype for each rank
     * @param type datatype of the buffer
     * @param op a predefined operation of numbers, the same at every rank
     * @return a request, which a wait or a test has to complete
     */
    default Request iReduceScatter(Object buf, int[] counts, Datatype type, Op op) {
        return Reductions.reduceScatter(new Request(), ((Comm) this).engine, null,
                OpenMpiSpans.received("iReduceScatter", "buf", buf, 0, type), counts, Op.reduction(op));
    }

    /**
     * Like {@link #reduceScatter}, with pieces of one size.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the datatype for each rank
     * @param type datatype of the buffer
     * @param op the operation, the same at every rank
     */
    default void reduceScatterBlock(Object sendbuf, Object recvbuf, int recvcount, Datatype type, Op op) {
        Reductions.reduceScatterBlock(null, ((Comm) this).engine,
                OpenMpiSpans.sent("reduceScatterBlock", "sendbuf", sendbuf, recvcount, type),
                OpenMpiSpans.received("reduceScatterBlock", "recvbuf", recvbuf, recvcount, type), Op.reduction(op));
    }

    /**
     * Like {@link #reduceScatter}, with pieces of one size. The elements to combine are in the buffer, and are replaced
     * by the result.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype for each rank
     * @param type datatype of the buffer
     * @param op the operation, the same at every rank
     */
    default void reduceScatterBlock(Object buf, int count, Datatype type, Op op) {
        Reductions.reduceScatterBlock(null, ((Comm) this).engine, null,
                OpenMpiSpans.received("reduceScatterBlock", "buf", buf, count, type), Op.reduction(op));
    }

    /**
     * Starts a {@link #reduceScatterBlock}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the datatype for each rank
     * @param type datatype of the buffer
     * @param op a predefined operation of numbers, the same at every rank
     * @return a request, which a wait or a test has to complete
     */
    default Request iReduceScatterBlock(Object sendbuf, Object recvbuf, int recvcount, Datatype type, Op op) {
        return Reductions.reduceScatterBlock(new Request(), ((Comm) this).engine,
                OpenMpiSpans.sent("iReduceScatterBlock", "sendbuf", sendbuf, recvcount, type),
                OpenMpiSpans.received("iReduceScatterBlock", "recvbuf", recvbuf, recvcount, type), Op.reduction(op));
    }

    /**
     * Starts a {@link #reduceScatterBlock}; do not use the buffers until the request is complete. The elements to
     * combine are in the buffer, and are replaced by the result.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype for each rank
     * @param type datatype of the buffer
     * @param op a predefined operation of numbers, the same at every rank
     * @return a request, which a wait or a test has to complete
     */
    default Request iReduceScatterBlock(Object buf, int count, Datatype type, Op op) {
        return Reductions.reduceScatterBlock(new Request(), ((Comm) this).engine, null,
                OpenMpiSpans.received("iReduceScatterBlock", "buf", buf, count, type), Op.reduction(op));
    }
}
