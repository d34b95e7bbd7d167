package mpi;

import org.rmi4mpi.message.collective.AllToAllw;
import org.rmi4mpi.message.collective.Collectives;

/**
 * The collective operations of a {@link Comm} that move data, in the spelling of Open MPI. A buffer begins with its first
 * element.
 */
public sealed interface OpenMpiCollectives permits Comm {
    /**
     * Returns when every rank has called it.
     */
    default void barrier() {
        Collectives.barrier(null, ((Comm) this).engine, "barrier");
    }

    /**
     * Starts a {@link #barrier}.
     *
     * @return a request, which a wait or a test has to complete
     */
    default Request iBarrier() {
        return Collectives.barrier(new Request(), ((Comm) this).engine, "iBarrier");
    }

    /**
     * Collects the elements of all ranks in the root's receive buffer, in the order of the ranks.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each rank
     * @param recvtype datatype of the receive buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     */
    default void gather(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype, int root) {
        Collectives.gather(null, ((Comm) this).engine, "gather",
                OpenMpiSpans.atPart((Comm) this, root, "gather", "sendbuf", sendbuf, sendcount, sendtype),
                OpenMpiSpans.atRoot((Comm) this, root, "gather", "recvbuf", recvbuf, recvcount, recvtype), root);
    }

    /**
     * Collects the elements of all ranks in the root's receive buffer, in the order of the ranks. The root's own piece
     * is in place, and the other ranks send theirs.
     *
     * @param buf at the root, room for the pieces of all ranks; elsewhere, the elements to send: an array, or a
     *     java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype from each rank
     * @param type datatype of the buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     */
    default void gather(Object buf, int count, Datatype type, int root) {
        Collectives.gather(null, ((Comm) this).engine, "gather",
                OpenMpiSpans.elsewhere((Comm) this, root, "gather", "buf", buf, count, type),
                OpenMpiSpans.atRoot((Comm) this, root, "gather", "buf", buf, count, type), root);
    }

    /**
     * Starts a {@link #gather}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each rank
     * @param recvtype datatype of the receive buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     * @return a request, which a wait or a test has to complete
     */
    default Request iGather(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype, int root) {
        return Collectives.gather(new Request(), ((Comm) this).engine, "iGather",
                OpenMpiSpans.atPart((Comm) this, root, "iGather", "sendbuf", sendbuf, sendcount, sendtype),
                OpenMpiSpans.atRoot((Comm) this, root, "iGather", "recvbuf", recvbuf, recvcount, recvtype), root);
    }

    /**
     * Starts a {@link #gather}; do not use the buffers until the request is complete. The root's own piece is in place,
     * and the other ranks send theirs.
     *
     * @param buf at the root, room for the pieces of all ranks; elsewhere, the elements to send: an array, or a
     *     java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype from each rank
     * @param type datatype of the buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     * @return a request, which a wait or a test has to complete
     */
    default Request iGather(Object buf, int count, Datatype type, int root) {
        return Collectives.gather(new Request(), ((Comm) this).engine, "iGather",
                OpenMpiSpans.elsewhere((Comm) this, root, "iGather", "buf", buf, count, type),
                OpenMpiSpans.atRoot((Comm) this, root, "iGather", "buf", buf, count, type), root);
    }

    /**
     * Like {@link #gather}, with a count and a displacement for each rank.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each rank
     * @param displs where the piece of each rank begins, in extents of the datatype
     * @param recvtype datatype of the receive buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     */
    default void gatherv(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int[] recvcount,
            int[] displs, Datatype recvtype, int root) {
        Collectives.gatherv(null, ((Comm) this).engine, "gatherv",
                OpenMpiSpans.atPart((Comm) this, root, "gatherv", "sendbuf", sendbuf, sendcount, sendtype),
                OpenMpiSpans.atRoot((Comm) this, root, "gatherv", "recvbuf", recvbuf, 0, recvtype), recvcount, displs,
                root);
    }

    /**
     * Like {@link #gather}, with a count and a displacement for each rank. Called by the root, whose own piece is in
     * place.
     *
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each rank
     * @param displs where the piece of each rank begins, in extents of the datatype
     * @param recvtype datatype of the receive buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     */
    default void gatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root) {
        Collectives.gatherv(null, ((Comm) this).engine, "gatherv", null,
                OpenMpiSpans.atRoot((Comm) this, root, "gatherv", "recvbuf", recvbuf, 0, recvtype), recvcount, displs,
                root);
    }

    /**
     * Like {@link #gather}, with a count and a displacement for each rank. Called by the other ranks.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     */
    default void gatherv(Object sendbuf, int sendcount, Datatype sendtype, int root) {
        Collectives.gatherv(null, ((Comm) this).engine, "gatherv",
                OpenMpiSpans.atPart((Comm) this, root, "gatherv", "sendbuf", sendbuf, sendcount, sendtype), null, null,
                null,
                root);
    }

    /**
     * Starts a {@link #gatherv}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each rank
     * @param displs where the piece of each rank begins, in extents of the datatype
     * @param recvtype datatype of the receive buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     * @return a request, which a wait or a test has to complete
     */
    default Request iGatherv(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int[] recvcount,
            int[] displs, Datatype recvtype, int root) {
        return Collectives.gatherv(new Request(), ((Comm) this).engine, "iGatherv",
                OpenMpiSpans.atPart((Comm) this, root, "iGatherv", "sendbuf", sendbuf, sendcount, sendtype),
                OpenMpiSpans.atRoot((Comm) this, root, "iGatherv", "recvbuf", recvbuf, 0, recvtype), recvcount, displs,
                root);
    }

    /**
     * Starts a {@link #gatherv}; do not use the buffers until the request is complete. Called by the root, whose own
     * piece is in place.
     *
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each rank
     * @param displs where the piece of each rank begins, in extents of the datatype
     * @param recvtype datatype of the receive buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     * @return a request, which a wait or a test has to complete
     */
    default Request iGatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root) {
        return Collectives.gatherv(new Request(), ((Comm) this).engine, "iGatherv", null,
                OpenMpiSpans.atRoot((Comm) this, root, "iGatherv", "recvbuf", recvbuf, 0, recvtype), recvcount, displs,
                root);
    }

    /**
     * Starts a {@link #gatherv}; do not use the buffers until the request is complete. Called by the other ranks.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     * @return a request, which a wait or a test has to complete
     */
    default Request iGatherv(Object sendbuf, int sendcount, Datatype sendtype, int root) {
        return Collectives.gatherv(new Request(), ((Comm) this).engine, "iGatherv",
                OpenMpiSpans.atPart((Comm) this, root, "iGatherv", "sendbuf", sendbuf, sendcount, sendtype), null, null,
                null,
                root);
    }

    /**
     * Collects the elements of all ranks at every rank, in the order of the ranks.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each rank
     * @param recvtype datatype of the receive buffer
     */
    default void allGather(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype) {
        Collectives.allgather(null, ((Comm) this).engine,
                OpenMpiSpans.sent("allGather", "sendbuf", sendbuf, sendcount, sendtype),
                OpenMpiSpans.received("allGather", "recvbuf", recvbuf, recvcount, recvtype));
    }

    /**
     * Collects the elements of all ranks at every rank, in the order of the ranks. Each rank's own piece is in place.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype from each rank
     * @param type datatype of the buffer
     */
    default void allGather(Object buf, int count, Datatype type) {
        Collectives.allgather(null, ((Comm) this).engine, null,
                OpenMpiSpans.received("allGather", "buf", buf, count, type));
    }

    /**
     * Starts a {@link #allGather}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each rank
     * @param recvtype datatype of the receive buffer
     * @return a request, which a wait or a test has to complete
     */
    default Request iAllGather(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype) {
        return Collectives.allgather(new Request(), ((Comm) this).engine,
                OpenMpiSpans.sent("iAllGather", "sendbuf", sendbuf, sendcount, sendtype),
                OpenMpiSpans.received("iAllGather", "recvbuf", recvbuf, recvcount, recvtype));
    }

    /**
     * Starts a {@link #allGather}; do not use the buffers until the request is complete. Each rank's own piece is in
     * place.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype from each rank
     * @param type datatype of the buffer
     * @return a request, which a wait or a test has to complete
     */
    default Request iAllGather(Object buf, int count, Datatype type) {
        return Collectives.allgather(new Request(), ((Comm) this).engine, null,
                OpenMpiSpans.received("iAllGather", "buf", buf, count, type));
    }

    /**
     * Like {@link #allGather}, with a count and a displacement for each rank.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each rank
     * @param displs where the piece of each rank begins, in extents of the datatype
     * @param recvtype datatype of the receive buffer
     */
    default void allGatherv(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int[] recvcount,
            int[] displs, Datatype recvtype) {
        Collectives.allgatherv(null, ((Comm) this).engine,
                OpenMpiSpans.sent("allGatherv", "sendbuf", sendbuf, sendcount, sendtype),
                OpenMpiSpans.received("allGatherv", "recvbuf", recvbuf, 0, recvtype), recvcount, displs);
    }

    /**
     * Like {@link #allGather}, with a count and a displacement for each rank. Each rank's own piece is in place.
     *
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each rank
     * @param displs where the piece of each rank begins, in extents of the datatype
     * @param recvtype datatype of the receive buffer
     */
    default void allGatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype) {
        Collectives.allgatherv(null, ((Comm) this).engine, null,
                OpenMpiSpans.received("allGatherv", "recvbuf", recvbuf, 0, recvtype), recvcount, displs);
    }

    /**
     * Starts a {@link #allGatherv}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each rank
     * @param displs where the piece of each rank begins, in extents of the datatype
     * @param recvtype datatype of the receive buffer
     * @return a request, which a wait or a test has to complete
     */
    default Request iAllGatherv(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int[] recvcount,
            int[] displs, Datatype recvtype) {
        return Collectives.allgatherv(new Request(), ((Comm) this).engine,
                OpenMpiSpans.sent("iAllGatherv", "sendbuf", sendbuf, sendcount, sendtype),
                OpenMpiSpans.received("iAllGatherv", "recvbuf", recvbuf, 0, recvtype), recvcount, displs);
    }

    /**
     * Starts a {@link #allGatherv}; do not use the buffers until the request is complete. Each rank's own piece is in
     * place.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype from each rank
     * @param displs where the piece of each rank begins, in extents of the datatype
     * @param type datatype of the buffer
     * @return a request, which a wait or a test has to complete
     */
    default Request iAllGatherv(Object buf, int[] count, int[] displs, Datatype type) {
        return Collectives.allgatherv(new Request(), ((Comm) this).engine, null,
                OpenMpiSpans.received("iAllGatherv", "buf", buf, 0, type), count, displs);
    }

    /**
     * Copies the root's elements into the buffer of every rank.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     */
    default void bcast(Object buf, int count, Datatype type, int root) {
        Collectives.bcast(null, ((Comm) this).engine, "bcast",
                OpenMpiSpans.ofAll((Comm) this, root, "bcast", "buf", buf, count, type), root);
    }

    /**
     * Starts a {@link #bcast}; do not use the buffers until the request is complete.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     * @return a request, which a wait or a test has to complete
     */
    default Request iBcast(Object buf, int count, Datatype type, int root) {
        return Collectives.bcast(new Request(), ((Comm) this).engine, "iBcast",
                OpenMpiSpans.ofAll((Comm) this, root, "iBcast", "buf", buf, count, type), root);
    }

    /**
     * Gives each rank its piece of the root's elements.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type for each rank
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type
     * @param recvtype datatype of the receive buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     */
    default void scatter(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype, int root) {
        Collectives.scatter(null, ((Comm) this).engine, "scatter",
                OpenMpiSpans.atRoot((Comm) this, root, "scatter", "sendbuf", sendbuf, sendcount, sendtype),
                OpenMpiSpans.atPart((Comm) this, root, "scatter", "recvbuf", recvbuf, recvcount, recvtype), root);
    }

    /**
     * Gives each rank its piece of the root's elements. The root's own piece stays in place.
     *
     * @param buf at the root, the pieces of all ranks; elsewhere, room for the rank's piece: an array, or a java.nio
     *     buffer from its index 0 on, of the base type
     * @param count copies of the datatype for each rank
     * @param type datatype of the buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     */
    default void scatter(Object buf, int count, Datatype type, int root) {
        Collectives.scatter(null, ((Comm) this).engine, "scatter",
                OpenMpiSpans.atRoot((Comm) this, root, "scatter", "buf", buf, count, type),
                OpenMpiSpans.elsewhere((Comm) this, root, "scatter", "buf", buf, count, type), root);
    }

    /**
     * Starts a {@link #scatter}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type for each rank
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type
     * @param recvtype datatype of the receive buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     * @return a request, which a wait or a test has to complete
     */
    default Request iScatter(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype, int root) {
        return Collectives.scatter(new Request(), ((Comm) this).engine, "iScatter",
                OpenMpiSpans.atRoot((Comm) this, root, "iScatter", "sendbuf", sendbuf, sendcount, sendtype),
                OpenMpiSpans.atPart((Comm) this, root, "iScatter", "recvbuf", recvbuf, recvcount, recvtype), root);
    }

    /**
     * Starts a {@link #scatter}; do not use the buffers until the request is complete. The root's own piece stays in
     * place.
     *
     * @param buf at the root, the pieces of all ranks; elsewhere, room for the rank's piece: an array, or a java.nio
     *     buffer from its index 0 on, of the base type
     * @param count copies of the datatype for each rank
     * @param type datatype of the buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     * @return a request, which a wait or a test has to complete
     */
    default Request iScatter(Object buf, int count, Datatype type, int root) {
        return Collectives.scatter(new Request(), ((Comm) this).engine, "iScatter",
                OpenMpiSpans.atRoot((Comm) this, root, "iScatter", "buf", buf, count, type),
                OpenMpiSpans.elsewhere((Comm) this, root, "iScatter", "buf", buf, count, type), root);
    }

    /**
     * Like {@link #scatter}, with a count and a displacement for each rank.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type for each rank
     * @param displs where the piece of each rank begins, in extents of the datatype
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type
     * @param recvtype datatype of the receive buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     */
    default void scatterv(Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, Object recvbuf,
            int recvcount, Datatype recvtype, int root) {
        Collectives.scatterv(null, ((Comm) this).engine, "scatterv",
                OpenMpiSpans.atRoot((Comm) this, root, "scatterv", "sendbuf", sendbuf, 0, sendtype), sendcount, displs,
                OpenMpiSpans.atPart((Comm) this, root, "scatterv", "recvbuf", recvbuf, recvcount, recvtype), root);
    }

    /**
     * Like {@link #scatter}, with a count and a displacement for each rank. Called by the root, whose own piece stays in
     * place.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type for each rank
     * @param displs where the piece of each rank begins, in extents of the datatype
     * @param sendtype datatype of the send buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     */
    default void scatterv(Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root) {
        Collectives.scatterv(null, ((Comm) this).engine, "scatterv",
                OpenMpiSpans.atRoot((Comm) this, root, "scatterv", "sendbuf", sendbuf, 0, sendtype), sendcount, displs,
                null,
                root);
    }

    /**
     * Like {@link #scatter}, with a count and a displacement for each rank. Called by the other ranks.
     *
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type
     * @param recvtype datatype of the receive buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     */
    default void scatterv(Object recvbuf, int recvcount, Datatype recvtype, int root) {
        Collectives.scatterv(null, ((Comm) this).engine, "scatterv", null, null, null,
                OpenMpiSpans.atPart((Comm) this, root, "scatterv", "recvbuf", recvbuf, recvcount, recvtype), root);
    }

    /**
     * Starts a {@link #scatterv}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type for each rank
     * @param displs where the piece of each rank begins, in extents of the datatype
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type
     * @param recvtype datatype of the receive buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     * @return a request, which a wait or a test has to complete
     */
    default Request iScatterv(Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, Object recvbuf,
            int recvcount, Datatype recvtype, int root) {
        return Collectives.scatterv(new Request(), ((Comm) this).engine, "iScatterv",
                OpenMpiSpans.atRoot((Comm) this, root, "iScatterv", "sendbuf", sendbuf, 0, sendtype), sendcount, displs,
                OpenMpiSpans.atPart((Comm) this, root, "iScatterv", "recvbuf", recvbuf, recvcount, recvtype), root);
    }

    /**
     * Starts a {@link #scatterv}; do not use the buffers until the request is complete. Called by the root, whose own
     * piece stays in place.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type for each rank
     * @param displs where the piece of each rank begins, in extents of the datatype
     * @param sendtype datatype of the send buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     * @return a request, which a wait or a test has to complete
     */
    default Request iScatterv(Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root) {
        return Collectives.scatterv(new Request(), ((Comm) this).engine, "iScatterv",
                OpenMpiSpans.atRoot((Comm) this, root, "iScatterv", "sendbuf", sendbuf, 0, sendtype), sendcount, displs,
                null,
                root);
    }

    /**
     * Starts a {@link #scatterv}; do not use the buffers until the request is complete. Called by the other ranks.
     *
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type
     * @param recvtype datatype of the receive buffer
     * @param root rank of the root, the same at every rank; between two groups, {@link MPI#ROOT} at the root, and
     *     {@link MPI#PROC_NULL} at the other ranks of its group
     * @return a request, which a wait or a test has to complete
     */
    default Request iScatterv(Object recvbuf, int recvcount, Datatype recvtype, int root) {
        return Collectives.scatterv(new Request(), ((Comm) this).engine, "iScatterv", null, null, null,
                OpenMpiSpans.atPart((Comm) this, root, "iScatterv", "recvbuf", recvbuf, recvcount, recvtype), root);
    }

    /**
     * Sends a piece to each rank, and receives one from each.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type for each rank
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each rank
     * @param recvtype datatype of the receive buffer
     */
    default void allToAll(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype) {
        Collectives.alltoall(null, ((Comm) this).engine,
                OpenMpiSpans.sent("allToAll", "sendbuf", sendbuf, sendcount, sendtype),
                OpenMpiSpans.received("allToAll", "recvbuf", recvbuf, recvcount, recvtype));
    }

    /**
     * Starts a {@link #allToAll}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type for each rank
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each rank
     * @param recvtype datatype of the receive buffer
     * @return a request, which a wait or a test has to complete
     */
    default Request iAllToAll(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype) {
        return Collectives.alltoall(new Request(), ((Comm) this).engine,
                OpenMpiSpans.sent("iAllToAll", "sendbuf", sendbuf, sendcount, sendtype),
                OpenMpiSpans.received("iAllToAll", "recvbuf", recvbuf, recvcount, recvtype));
    }

    /**
     * Like {@link #allToAll}, with a count and a displacement for each rank.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type for each rank
     * @param sdispls where the piece for each rank begins, in extents of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each rank
     * @param rdispls where the piece of each rank begins, in extents of the receive type
     * @param recvtype datatype of the receive buffer
     */
    default void allToAllv(Object sendbuf, int[] sendcount, int[] sdispls, Datatype sendtype, Object recvbuf,
            int[] recvcount, int[] rdispls, Datatype recvtype) {
        Collectives.alltoallv(null, ((Comm) this).engine,
                OpenMpiSpans.sent("allToAllv", "sendbuf", sendbuf, 0, sendtype),
                sendcount, sdispls, OpenMpiSpans.received("allToAllv", "recvbuf", recvbuf, 0, recvtype), recvcount,
                rdispls);
    }

    /**
     * Starts a {@link #allToAllv}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type for each rank
     * @param sdispls where the piece for each rank begins, in extents of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each rank
     * @param rdispls where the piece of each rank begins, in extents of the receive type
     * @param recvtype datatype of the receive buffer
     * @return a request, which a wait or a test has to complete
     */
    default Request iAllToAllv(Object sendbuf, int[] sendcount, int[] sdispls, Datatype sendtype, Object recvbuf,
            int[] recvcount, int[] rdispls, Datatype recvtype) {
        return Collectives.alltoallv(new Request(), ((Comm) this).engine,
                OpenMpiSpans.sent("iAllToAllv", "sendbuf", sendbuf, 0, sendtype), sendcount, sdispls,
                OpenMpiSpans.received("iAllToAllv", "recvbuf", recvbuf, 0, recvtype), recvcount, rdispls);
    }

    /**
     * Like {@link #allToAllv}, with a datatype for each rank, and displacements in bytes.
     *
     * @param sendBuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendCount copies of the type for each rank
     * @param sDispls where the piece for each rank begins, in bytes
     * @param sendTypes datatype of the piece for each rank
     * @param recvBuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvCount copies of the type from each rank
     * @param rDispls where the piece of each rank begins, in bytes
     * @param recvTypes datatype of the piece from each rank
     */
    default void allToAllw(Object sendBuf, int[] sendCount, int[] sDispls, Datatype[] sendTypes, Object recvBuf,
            int[] recvCount, int[] rDispls, Datatype[] recvTypes) {
        AllToAllw.start(null, ((Comm) this).engine,
                new AllToAllw.Side("allToAllw", "sendBuf", sendBuf, sendCount, sDispls, Datatype.layouts(sendTypes)),
                new AllToAllw.Side("allToAllw", "recvBuf", recvBuf, recvCount, rDispls, Datatype.layouts(recvTypes)));
    }

    /**
     * Starts a {@link #allToAllw}; do not use the buffers until the request is complete.
     *
     * @param sendBuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendCount copies of the type for each rank
     * @param sDispls where the piece for each rank begins, in bytes
     * @param sendTypes datatype of the piece for each rank
     * @param recvBuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvCount copies of the type from each rank
     * @param rDispls where the piece of each rank begins, in bytes
     * @param recvTypes datatype of the piece from each rank
     * @return a request, which a wait or a test has to complete
     */
    default Request iAllToAllw(Object sendBuf, int[] sendCount, int[] sDispls, Datatype[] sendTypes, Object recvBuf,
            int[] recvCount, int[] rDispls, Datatype[] recvTypes) {
        return AllToAllw.start(new Request(), ((Comm) this).engine,
                new AllToAllw.Side("iAllToAllw", "sendBuf", sendBuf, sendCount, sDispls, Datatype.layouts(sendTypes)),
                new AllToAllw.Side("iAllToAllw", "recvBuf", recvBuf, recvCount, rDispls, Datatype.layouts(recvTypes)));
    }
}
