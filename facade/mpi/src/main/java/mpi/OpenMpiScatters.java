package mpi;

import org.rmi4mpi.message.collective.Collectives;

/** Collective operations of a {@link Comm} that distribute data, in the spelling of Open MPI. */
public sealed interface OpenMpiScatters permits Comm {
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
}
