package mpi;

import org.rmi4mpi.message.collective.Neighbors;

/** Collective operations among the neighbours of a topology, in the spelling of Open MPI. MPI 3.1, 7.6. */
public sealed interface OpenMpiNeighbors permits Comm {
    /**
     * Sends the same elements to each neighbour, and receives a piece from each.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each neighbour
     * @param recvtype datatype of the receive buffer
     */
    default void neighborAllGather(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype) {
        Neighbors.allgather(null, ((Comm) this).engine,
                OpenMpiSpans.sent("neighborAllGather", "sendbuf", sendbuf, sendcount, sendtype),
                OpenMpiSpans.received("neighborAllGather", "recvbuf", recvbuf, recvcount, recvtype));
    }

    /**
     * Starts a {@link #neighborAllGather}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each neighbour
     * @param recvtype datatype of the receive buffer
     * @return a request, which a wait or a test has to complete
     */
    default Request iNeighborAllGather(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype) {
        return Neighbors.allgather(new Request(), ((Comm) this).engine,
                OpenMpiSpans.sent("iNeighborAllGather", "sendbuf", sendbuf, sendcount, sendtype),
                OpenMpiSpans.received("iNeighborAllGather", "recvbuf", recvbuf, recvcount, recvtype));
    }

    /**
     * Like {@link #neighborAllGather}, with a count and a displacement for each neighbour.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each neighbour
     * @param displs where the piece of each neighbour begins, in extents of the datatype
     * @param recvtype datatype of the receive buffer
     */
    default void neighborAllGatherv(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int[] recvcount,
            int[] displs, Datatype recvtype) {
        Neighbors.allgatherv(null, ((Comm) this).engine,
                OpenMpiSpans.sent("neighborAllGatherv", "sendbuf", sendbuf, sendcount, sendtype),
                OpenMpiSpans.received("neighborAllGatherv", "recvbuf", recvbuf, 0, recvtype), recvcount, displs);
    }

    /**
     * Starts a {@link #neighborAllGatherv}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each neighbour
     * @param displs where the piece of each neighbour begins, in extents of the datatype
     * @param recvtype datatype of the receive buffer
     * @return a request, which a wait or a test has to complete
     */
    default Request iNeighborAllGatherv(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf,
            int[] recvcount, int[] displs, Datatype recvtype) {
        return Neighbors.allgatherv(new Request(), ((Comm) this).engine,
                OpenMpiSpans.sent("iNeighborAllGatherv", "sendbuf", sendbuf, sendcount, sendtype),
                OpenMpiSpans.received("iNeighborAllGatherv", "recvbuf", recvbuf, 0, recvtype), recvcount, displs);
    }

    /**
     * Sends a piece to each neighbour, and receives one from each.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each neighbour
     * @param recvtype datatype of the receive buffer
     */
    default void neighborAllToAll(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype) {
        Neighbors.alltoall(null, ((Comm) this).engine,
                OpenMpiSpans.sent("neighborAllToAll", "sendbuf", sendbuf, sendcount, sendtype),
                OpenMpiSpans.received("neighborAllToAll", "recvbuf", recvbuf, recvcount, recvtype));
    }

    /**
     * Starts a {@link #neighborAllToAll}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each neighbour
     * @param recvtype datatype of the receive buffer
     * @return a request, which a wait or a test has to complete
     */
    default Request iNeighborAllToAll(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype) {
        return Neighbors.alltoall(new Request(), ((Comm) this).engine,
                OpenMpiSpans.sent("iNeighborAllToAll", "sendbuf", sendbuf, sendcount, sendtype),
                OpenMpiSpans.received("iNeighborAllToAll", "recvbuf", recvbuf, recvcount, recvtype));
    }

    /**
     * Like {@link #neighborAllToAll}, with a count and a displacement for each neighbour.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type
     * @param sdispls where the piece for each neighbour begins, in extents of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each neighbour
     * @param rdispls where the piece of each neighbour begins, in extents of the receive type
     * @param recvtype datatype of the receive buffer
     */
    default void neighborAllToAllv(Object sendbuf, int[] sendcount, int[] sdispls, Datatype sendtype, Object recvbuf,
            int[] recvcount, int[] rdispls, Datatype recvtype) {
        Neighbors.alltoallv(null, ((Comm) this).engine,
                OpenMpiSpans.sent("neighborAllToAllv", "sendbuf", sendbuf, 0, sendtype), sendcount, sdispls,
                OpenMpiSpans.received("neighborAllToAllv", "recvbuf", recvbuf, 0, recvtype), recvcount, rdispls);
    }

    /**
     * Starts a {@link #neighborAllToAllv}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type
     * @param sdispls where the piece for each neighbour begins, in extents of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type from each neighbour
     * @param rdispls where the piece of each neighbour begins, in extents of the receive type
     * @param recvtype datatype of the receive buffer
     * @return a request, which a wait or a test has to complete
     */
    default Request iNeighborAllToAllv(Object sendbuf, int[] sendcount, int[] sdispls, Datatype sendtype,
            Object recvbuf, int[] recvcount, int[] rdispls, Datatype recvtype) {
        return Neighbors.alltoallv(new Request(), ((Comm) this).engine,
                OpenMpiSpans.sent("iNeighborAllToAllv", "sendbuf", sendbuf, 0, sendtype), sendcount, sdispls,
                OpenMpiSpans.received("iNeighborAllToAllv", "recvbuf", recvbuf, 0, recvtype), recvcount, rdispls);
    }
}
