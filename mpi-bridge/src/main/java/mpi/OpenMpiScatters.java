package mpi;

import org.rmi4mpi.message.Collectives;

/** Collective operations of a {@link Comm} that give data away, in the spelling of Open MPI. */
public sealed interface OpenMpiScatters permits Comm {
    /**
     * Copies what the root has into the buffer of every rank.
     *
     * @param buf what is sent or received: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param root its rank, the same at every rank; between two groups {@link MPI#ROOT}, or {@link MPI#PROC_NULL} for
     *     the others of its group
     */
    default void bcast(Object buf, int count, Datatype type, int root) {
        Collectives.bcast(null, ((Comm) this).engine, "bcast",
                OpenMpiSpans.ofAll((Comm) this, root, "bcast", "buf", buf, count, type), root);
    }

    /**
     * Starts a {@link #bcast}; the buffers must be left alone until the request is complete.
     *
     * @param buf what is sent or received: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param root its rank, the same at every rank; between two groups {@link MPI#ROOT}, or {@link MPI#PROC_NULL} for
     *     the others of its group
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iBcast(Object buf, int count, Datatype type, int root) {
        return Collectives.bcast(new Request(), ((Comm) this).engine, "iBcast",
                OpenMpiSpans.ofAll((Comm) this, root, "iBcast", "buf", buf, count, type), root);
    }

    /**
     * Gives each rank its piece of what the root has.
     *
     * @param sendbuf what this rank gives: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type for each rank
     * @param sendtype what the send buffer holds
     * @param recvbuf where it goes: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type
     * @param recvtype what the receive buffer holds
     * @param root its rank, the same at every rank; between two groups {@link MPI#ROOT}, or {@link MPI#PROC_NULL} for
     *     the others of its group
     */
    default void scatter(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype, int root) {
        Collectives.scatter(null, ((Comm) this).engine, "scatter",
                OpenMpiSpans.atRoot((Comm) this, root, "scatter", "sendbuf", sendbuf, sendcount, sendtype),
                OpenMpiSpans.atPart((Comm) this, root, "scatter", "recvbuf", recvbuf, recvcount, recvtype), root);
    }

    /**
     * Gives each rank its piece of what the root has. The root's own piece stays in its place.
     *
     * @param buf at the root the pieces of all ranks, elsewhere where the piece goes: an array, or a java.nio buffer
     *     from its index 0 on, of the base type
     * @param count copies of the datatype for each rank
     * @param type what the buffer holds
     * @param root its rank, the same at every rank; between two groups {@link MPI#ROOT}, or {@link MPI#PROC_NULL} for
     *     the others of its group
     */
    default void scatter(Object buf, int count, Datatype type, int root) {
        Collectives.scatter(null, ((Comm) this).engine, "scatter",
                OpenMpiSpans.atRoot((Comm) this, root, "scatter", "buf", buf, count, type),
                OpenMpiSpans.elsewhere((Comm) this, root, "scatter", "buf", buf, count, type), root);
    }

    /**
     * Starts a {@link #scatter}; the buffers must be left alone until the request is complete.
     *
     * @param sendbuf what this rank gives: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type for each rank
     * @param sendtype what the send buffer holds
     * @param recvbuf where it goes: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type
     * @param recvtype what the receive buffer holds
     * @param root its rank, the same at every rank; between two groups {@link MPI#ROOT}, or {@link MPI#PROC_NULL} for
     *     the others of its group
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iScatter(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype, int root) {
        return Collectives.scatter(new Request(), ((Comm) this).engine, "iScatter",
                OpenMpiSpans.atRoot((Comm) this, root, "iScatter", "sendbuf", sendbuf, sendcount, sendtype),
                OpenMpiSpans.atPart((Comm) this, root, "iScatter", "recvbuf", recvbuf, recvcount, recvtype), root);
    }

    /**
     * Starts a {@link #scatter}; the buffers must be left alone until the request is complete. The root's own piece
     * stays in its place.
     *
     * @param buf at the root the pieces of all ranks, elsewhere where the piece goes: an array, or a java.nio buffer
     *     from its index 0 on, of the base type
     * @param count copies of the datatype for each rank
     * @param type what the buffer holds
     * @param root its rank, the same at every rank; between two groups {@link MPI#ROOT}, or {@link MPI#PROC_NULL} for
     *     the others of its group
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iScatter(Object buf, int count, Datatype type, int root) {
        return Collectives.scatter(new Request(), ((Comm) this).engine, "iScatter",
                OpenMpiSpans.atRoot((Comm) this, root, "iScatter", "buf", buf, count, type),
                OpenMpiSpans.elsewhere((Comm) this, root, "iScatter", "buf", buf, count, type), root);
    }

    /**
     * As {@link #scatter}, with a number of elements, and a place of them, for each rank.
     *
     * @param sendbuf what this rank gives: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type for each rank
     * @param displs where the piece of each rank begins, in extents of the datatype
     * @param sendtype what the send buffer holds
     * @param recvbuf where it goes: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type
     * @param recvtype what the receive buffer holds
     * @param root its rank, the same at every rank; between two groups {@link MPI#ROOT}, or {@link MPI#PROC_NULL} for
     *     the others of its group
     */
    default void scatterv(Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, Object recvbuf,
            int recvcount, Datatype recvtype, int root) {
        Collectives.scatterv(null, ((Comm) this).engine, "scatterv",
                OpenMpiSpans.atRoot((Comm) this, root, "scatterv", "sendbuf", sendbuf, 0, sendtype), sendcount, displs,
                OpenMpiSpans.atPart((Comm) this, root, "scatterv", "recvbuf", recvbuf, recvcount, recvtype), root);
    }

    /**
     * As {@link #scatter}, with a number of elements, and a place of them, for each rank. For the root, whose own
     * piece stays in its place.
     *
     * @param sendbuf what this rank gives: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type for each rank
     * @param displs where the piece of each rank begins, in extents of the datatype
     * @param sendtype what the send buffer holds
     * @param root its rank, the same at every rank; between two groups {@link MPI#ROOT}, or {@link MPI#PROC_NULL} for
     *     the others of its group
     */
    default void scatterv(Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root) {
        Collectives.scatterv(null, ((Comm) this).engine, "scatterv",
                OpenMpiSpans.atRoot((Comm) this, root, "scatterv", "sendbuf", sendbuf, 0, sendtype), sendcount, displs,
                null,
                root);
    }

    /**
     * As {@link #scatter}, with a number of elements, and a place of them, for each rank. For the ranks that are not
     * the root.
     *
     * @param recvbuf where it goes: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type
     * @param recvtype what the receive buffer holds
     * @param root its rank, the same at every rank; between two groups {@link MPI#ROOT}, or {@link MPI#PROC_NULL} for
     *     the others of its group
     */
    default void scatterv(Object recvbuf, int recvcount, Datatype recvtype, int root) {
        Collectives.scatterv(null, ((Comm) this).engine, "scatterv", null, null, null,
                OpenMpiSpans.atPart((Comm) this, root, "scatterv", "recvbuf", recvbuf, recvcount, recvtype), root);
    }

    /**
     * Starts a {@link #scatterv}; the buffers must be left alone until the request is complete.
     *
     * @param sendbuf what this rank gives: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type for each rank
     * @param displs where the piece of each rank begins, in extents of the datatype
     * @param sendtype what the send buffer holds
     * @param recvbuf where it goes: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type
     * @param recvtype what the receive buffer holds
     * @param root its rank, the same at every rank; between two groups {@link MPI#ROOT}, or {@link MPI#PROC_NULL} for
     *     the others of its group
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iScatterv(Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, Object recvbuf,
            int recvcount, Datatype recvtype, int root) {
        return Collectives.scatterv(new Request(), ((Comm) this).engine, "iScatterv",
                OpenMpiSpans.atRoot((Comm) this, root, "iScatterv", "sendbuf", sendbuf, 0, sendtype), sendcount, displs,
                OpenMpiSpans.atPart((Comm) this, root, "iScatterv", "recvbuf", recvbuf, recvcount, recvtype), root);
    }

    /**
     * Starts a {@link #scatterv}; the buffers must be left alone until the request is complete. For the root, whose
     * own piece stays in its place.
     *
     * @param sendbuf what this rank gives: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type for each rank
     * @param displs where the piece of each rank begins, in extents of the datatype
     * @param sendtype what the send buffer holds
     * @param root its rank, the same at every rank; between two groups {@link MPI#ROOT}, or {@link MPI#PROC_NULL} for
     *     the others of its group
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iScatterv(Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root) {
        return Collectives.scatterv(new Request(), ((Comm) this).engine, "iScatterv",
                OpenMpiSpans.atRoot((Comm) this, root, "iScatterv", "sendbuf", sendbuf, 0, sendtype), sendcount, displs,
                null,
                root);
    }

    /**
     * Starts a {@link #scatterv}; the buffers must be left alone until the request is complete. For the ranks that
     * are not the root.
     *
     * @param recvbuf where it goes: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type
     * @param recvtype what the receive buffer holds
     * @param root its rank, the same at every rank; between two groups {@link MPI#ROOT}, or {@link MPI#PROC_NULL} for
     *     the others of its group
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iScatterv(Object recvbuf, int recvcount, Datatype recvtype, int root) {
        return Collectives.scatterv(new Request(), ((Comm) this).engine, "iScatterv", null, null, null,
                OpenMpiSpans.atPart((Comm) this, root, "iScatterv", "recvbuf", recvbuf, recvcount, recvtype), root);
    }
}
