package mpi;

import org.rmi4mpi.message.collective.AllToAllw;
import org.rmi4mpi.message.collective.Collectives;

/** Collective operations of a {@link Comm} that exchange pieces, in the spelling of Open MPI. */
public sealed interface OpenMpiExchanges permits Comm {
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
