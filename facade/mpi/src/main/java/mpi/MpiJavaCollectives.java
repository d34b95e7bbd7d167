package mpi;

import org.rmi4mpi.message.collective.Collectives;
import org.rmi4mpi.message.collective.RootedSpans;
import org.rmi4mpi.message.data.Span;

/** The collective operations of an {@link Intracomm} that move data, waited for or started, in the spelling of mpiJava. */
public sealed interface MpiJavaCollectives permits Intracomm {
    /** Returns when every rank has called it. */
    default void Barrier() {
        Collectives.barrier(null, ((Comm) this).engine, "Barrier");
    }

    /**
     * Starts a {@link MpiJavaCollectives#Barrier}: the request is complete when every rank has called it.
     *
     * @return a request, which a wait or a test has to complete
     */
    default Request Ibarrier() {
        return Collectives.barrier(new Request(), ((Comm) this).engine, "Ibarrier");
    }

    /**
     * Copies the root's elements into the buffer of every rank.
     *
     * @param buf the root's elements, and the receive buffer at the other ranks: an array or a java.nio buffer of the
     *     base type
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype, the same number at every rank
     * @param type datatype of the buffer
     * @param root rank of the root, the same at every rank
     */
    default void Bcast(Object buf, int offset, int count, Datatype type, int root) {
        Collectives.bcast(null, ((Comm) this).engine, "Bcast",
                RootedSpans.ofAll(((Comm) this).engine, root, "Bcast", "buf", buf, offset, count,
                        Datatype.layout(type)),
                root);
    }

    /**
     * Starts a {@link MpiJavaCollectives#Bcast}; do not use the buffers until the request is complete.
     *
     * @param buf the root's elements, and the receive buffer at the other ranks: an array or a java.nio buffer of the
     *     base type
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype, the same number at every rank
     * @param type datatype of the buffer
     * @param root rank of the root, the same at every rank
     * @return a request, which a wait or a test has to complete
     */
    default Request Ibcast(Object buf, int offset, int count, Datatype type, int root) {
        return Collectives.bcast(new Request(), ((Comm) this).engine, "Ibcast",
                RootedSpans.ofAll(((Comm) this).engine, root, "Ibcast", "buf", buf, offset, count,
                        Datatype.layout(type)),
                root);
    }

    /**
     * Collects the elements of all ranks in the root's receive buffer, in the order of the ranks.
     *
     * @param sendbuf this rank's elements: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer; used at the root only
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank; used at the root only
     * @param recvtype datatype of the receive buffer, of the same base type
     * @param root rank of the root, the same at every rank
     */
    default void Gather(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf, int recvoffset,
            int recvcount, Datatype recvtype, int root) {
        Collectives.gather(null, ((Comm) this).engine, "Gather",
                Span.read("Gather", "sendbuf", sendbuf, sendoffset, sendcount, Datatype.layout(sendtype)),
                RootedSpans.atRoot(((Comm) this).engine, root, "Gather", "recvbuf", recvbuf, recvoffset, recvcount,
                        Datatype.layout(recvtype)),
                root);
    }

    /**
     * Starts a {@link MpiJavaCollectives#Gather}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer; used at the root only
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank; used at the root only
     * @param recvtype datatype of the receive buffer, of the same base type
     * @param root rank of the root, the same at every rank
     * @return a request, which a wait or a test has to complete
     */
    default Request Igather(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf, int recvoffset,
            int recvcount, Datatype recvtype, int root) {
        return Collectives.gather(new Request(), ((Comm) this).engine, "Igather",
                Span.read("Igather", "sendbuf", sendbuf, sendoffset, sendcount, Datatype.layout(sendtype)),
                RootedSpans.atRoot(((Comm) this).engine, root, "Igather", "recvbuf", recvbuf, recvoffset, recvcount,
                        Datatype.layout(recvtype)),
                root);
    }

    /**
     * Like {@link #Gather}, with a count and a displacement for each rank.
     *
     * @param sendbuf this rank's elements: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer; used at the root only
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank, by rank; used at the root only
     * @param displs where the piece of each rank begins, in extents of the receive type from recvoffset on; used at the
     *     root only
     * @param recvtype datatype of the receive buffer, of the same base type
     * @param root rank of the root, the same at every rank
     */
    default void Gatherv(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf, int recvoffset,
            int[] recvcount, int[] displs, Datatype recvtype, int root) {
        Collectives.gatherv(null, ((Comm) this).engine, "Gatherv",
                Span.read("Gatherv", "sendbuf", sendbuf, sendoffset, sendcount, Datatype.layout(sendtype)),
                RootedSpans.atRoot(((Comm) this).engine, root, "Gatherv", "recvbuf", recvbuf, recvoffset, 0,
                        Datatype.layout(recvtype)),
                recvcount, displs, root);
    }

    /**
     * Starts a {@link MpiJavaCollectives#Gatherv}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer; used at the root only
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank, by rank; used at the root only
     * @param displs where the piece of each rank begins, in extents of the receive type from recvoffset on; used at the
     *     root only
     * @param recvtype datatype of the receive buffer, of the same base type
     * @param root rank of the root, the same at every rank
     * @return a request, which a wait or a test has to complete
     */
    default Request Igatherv(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf, int recvoffset,
            int[] recvcount, int[] displs, Datatype recvtype, int root) {
        return Collectives.gatherv(new Request(), ((Comm) this).engine, "Igatherv",
                Span.read("Igatherv", "sendbuf", sendbuf, sendoffset, sendcount, Datatype.layout(sendtype)),
                RootedSpans.atRoot(((Comm) this).engine, root, "Igatherv", "recvbuf", recvbuf, recvoffset, 0,
                        Datatype.layout(recvtype)),
                recvcount, displs, root);
    }

    /**
     * Gives each rank its piece of the root's elements.
     *
     * @param sendbuf the pieces of all ranks: an array or a java.nio buffer; used at the root only
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type for each rank; used at the root only
     * @param sendtype datatype of the send buffer
     * @param recvbuf room for this rank's piece: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type
     * @param recvtype datatype of the receive buffer, of the same base type
     * @param root rank of the root, the same at every rank
     */
    default void Scatter(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf, int recvoffset,
            int recvcount, Datatype recvtype, int root) {
        Collectives.scatter(null, ((Comm) this).engine, "Scatter",
                RootedSpans.atRoot(((Comm) this).engine, root, "Scatter", "sendbuf", sendbuf, sendoffset, sendcount,
                        Datatype.layout(sendtype)),
                new Span("Scatter", "recvbuf", recvbuf, recvoffset, recvcount, Datatype.layout(recvtype)), root);
    }

    /**
     * Starts a {@link MpiJavaCollectives#Scatter}; do not use the buffers until the request is complete.
     *
     * @param sendbuf the pieces of all ranks: an array or a java.nio buffer; used at the root only
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type for each rank; used at the root only
     * @param sendtype datatype of the send buffer
     * @param recvbuf room for this rank's piece: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type
     * @param recvtype datatype of the receive buffer, of the same base type
     * @param root rank of the root, the same at every rank
     * @return a request, which a wait or a test has to complete
     */
    default Request Iscatter(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf, int recvoffset,
            int recvcount, Datatype recvtype, int root) {
        return Collectives.scatter(new Request(), ((Comm) this).engine, "Iscatter",
                RootedSpans.atRoot(((Comm) this).engine, root, "Iscatter", "sendbuf", sendbuf, sendoffset, sendcount,
                        Datatype.layout(sendtype)),
                new Span("Iscatter", "recvbuf", recvbuf, recvoffset, recvcount, Datatype.layout(recvtype)), root);
    }

    /**
     * Like {@link #Scatter}, with a count and a displacement for each rank.
     *
     * @param sendbuf the pieces of all ranks: an array or a java.nio buffer; used at the root only
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type for each rank, by rank; used at the root only
     * @param displs where the piece of each rank begins, in extents of the send type from sendoffset on; used at the
     *     root only
     * @param sendtype datatype of the send buffer
     * @param recvbuf room for this rank's piece: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type
     * @param recvtype datatype of the receive buffer, of the same base type
     * @param root rank of the root, the same at every rank
     */
    default void Scatterv(
            Object sendbuf, int sendoffset, int[] sendcount, int[] displs, Datatype sendtype, Object recvbuf,
            int recvoffset, int recvcount, Datatype recvtype, int root) {
        Collectives.scatterv(null, ((Comm) this).engine, "Scatterv",
                RootedSpans.atRoot(((Comm) this).engine, root, "Scatterv", "sendbuf", sendbuf, sendoffset, 0,
                        Datatype.layout(sendtype)),
                sendcount, displs,
                new Span("Scatterv", "recvbuf", recvbuf, recvoffset, recvcount, Datatype.layout(recvtype)), root);
    }

    /**
     * Starts a {@link MpiJavaCollectives#Scatterv}; do not use the buffers until the request is complete.
     *
     * @param sendbuf the pieces of all ranks: an array or a java.nio buffer; used at the root only
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type for each rank, by rank; used at the root only
     * @param displs where the piece of each rank begins, in extents of the send type from sendoffset on; used at the
     *     root only
     * @param sendtype datatype of the send buffer
     * @param recvbuf room for this rank's piece: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type
     * @param recvtype datatype of the receive buffer, of the same base type
     * @param root rank of the root, the same at every rank
     * @return a request, which a wait or a test has to complete
     */
    default Request Iscatterv(
            Object sendbuf, int sendoffset, int[] sendcount, int[] displs, Datatype sendtype, Object recvbuf,
            int recvoffset, int recvcount, Datatype recvtype, int root) {
        return Collectives.scatterv(new Request(), ((Comm) this).engine, "Iscatterv",
                RootedSpans.atRoot(((Comm) this).engine, root, "Iscatterv", "sendbuf", sendbuf, sendoffset, 0,
                        Datatype.layout(sendtype)),
                sendcount, displs,
                new Span("Iscatterv", "recvbuf", recvbuf, recvoffset, recvcount, Datatype.layout(recvtype)), root);
    }

    /**
     * Like {@link #Gather}, for every rank.
     *
     * @param sendbuf this rank's elements: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank
     * @param recvtype datatype of the receive buffer, of the same base type
     */
    default void Allgather(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf, int recvoffset,
            int recvcount, Datatype recvtype) {
        Collectives.allgather(null, ((Comm) this).engine,
                Span.read("Allgather", "sendbuf", sendbuf, sendoffset, sendcount, Datatype.layout(sendtype)),
                new Span("Allgather", "recvbuf", recvbuf, recvoffset, recvcount, Datatype.layout(recvtype)));
    }

    /**
     * Starts a {@link MpiJavaCollectives#Allgather}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank
     * @param recvtype datatype of the receive buffer, of the same base type
     * @return a request, which a wait or a test has to complete
     */
    default Request Iallgather(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf, int recvoffset,
            int recvcount, Datatype recvtype) {
        return Collectives.allgather(new Request(), ((Comm) this).engine,
                Span.read("Iallgather", "sendbuf", sendbuf, sendoffset, sendcount, Datatype.layout(sendtype)),
                new Span("Iallgather", "recvbuf", recvbuf, recvoffset, recvcount, Datatype.layout(recvtype)));
    }

    /**
     * Like {@link #Gatherv}, for every rank.
     *
     * @param sendbuf this rank's elements: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank, by rank
     * @param displs where the piece of each rank begins, in extents of the receive type from recvoffset on
     * @param recvtype datatype of the receive buffer, of the same base type
     */
    default void Allgatherv(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf, int recvoffset,
            int[] recvcount, int[] displs, Datatype recvtype) {
        Collectives.allgatherv(null, ((Comm) this).engine,
                Span.read("Allgatherv", "sendbuf", sendbuf, sendoffset, sendcount, Datatype.layout(sendtype)),
                new Span("Allgatherv", "recvbuf", recvbuf, recvoffset, 0, Datatype.layout(recvtype)), recvcount,
                displs);
    }

    /**
     * Starts a {@link MpiJavaCollectives#Allgatherv}; do not use the buffers until the request is complete.
     *
     * @param sendbuf this rank's elements: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank, by rank
     * @param displs where the piece of each rank begins, in extents of the receive type from recvoffset on
     * @param recvtype datatype of the receive buffer, of the same base type
     * @return a request, which a wait or a test has to complete
     */
    default Request Iallgatherv(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf, int recvoffset,
            int[] recvcount, int[] displs, Datatype recvtype) {
        return Collectives.allgatherv(new Request(), ((Comm) this).engine,
                Span.read("Iallgatherv", "sendbuf", sendbuf, sendoffset, sendcount, Datatype.layout(sendtype)),
                new Span("Iallgatherv", "recvbuf", recvbuf, recvoffset, 0, Datatype.layout(recvtype)), recvcount,
                displs);
    }

    /**
     * Sends a piece to each rank, and receives one from each.
     *
     * @param sendbuf the pieces for all ranks: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type for each rank
     * @param sendtype datatype of the send buffer
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank
     * @param recvtype datatype of the receive buffer, of the same base type
     */
    default void Alltoall(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf, int recvoffset,
            int recvcount, Datatype recvtype) {
        Collectives.alltoall(null, ((Comm) this).engine,
                Span.read("Alltoall", "sendbuf", sendbuf, sendoffset, sendcount, Datatype.layout(sendtype)),
                new Span("Alltoall", "recvbuf", recvbuf, recvoffset, recvcount, Datatype.layout(recvtype)));
    }

    /**
     * Starts a {@link MpiJavaCollectives#Alltoall}; do not use the buffers until the request is complete.
     *
     * @param sendbuf the pieces for all ranks: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type for each rank
     * @param sendtype datatype of the send buffer
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank
     * @param recvtype datatype of the receive buffer, of the same base type
     * @return a request, which a wait or a test has to complete
     */
    default Request Ialltoall(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf, int recvoffset,
            int recvcount, Datatype recvtype) {
        return Collectives.alltoall(new Request(), ((Comm) this).engine,
                Span.read("Ialltoall", "sendbuf", sendbuf, sendoffset, sendcount, Datatype.layout(sendtype)),
                new Span("Ialltoall", "recvbuf", recvbuf, recvoffset, recvcount, Datatype.layout(recvtype)));
    }

    /**
     * Like {@link #Alltoall}, with a count and a displacement for each rank.
     *
     * @param sendbuf the pieces for all ranks: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type for each rank, by rank
     * @param sdispls where the piece for each rank begins, in extents of the send type from sendoffset on
     * @param sendtype datatype of the send buffer
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank, by rank
     * @param rdispls where the piece of each rank begins, in extents of the receive type from recvoffset on
     * @param recvtype datatype of the receive buffer, of the same base type
     */
    default void Alltoallv(
            Object sendbuf, int sendoffset, int[] sendcount, int[] sdispls, Datatype sendtype, Object recvbuf,
            int recvoffset, int[] recvcount, int[] rdispls, Datatype recvtype) {
        Collectives.alltoallv(null, ((Comm) this).engine,
                Span.read("Alltoallv", "sendbuf", sendbuf, sendoffset, 0, Datatype.layout(sendtype)), sendcount,
                sdispls, new Span("Alltoallv", "recvbuf", recvbuf, recvoffset, 0, Datatype.layout(recvtype)), recvcount,
                rdispls);
    }

    /**
     * Starts a {@link MpiJavaCollectives#Alltoallv}; do not use the buffers until the request is complete.
     *
     * @param sendbuf the pieces for all ranks: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type for each rank, by rank
     * @param sdispls where the piece for each rank begins, in extents of the send type from sendoffset on
     * @param sendtype datatype of the send buffer
     * @param recvbuf room for the pieces of all ranks: an array or a java.nio buffer of the base type
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type from each rank, by rank
     * @param rdispls where the piece of each rank begins, in extents of the receive type from recvoffset on
     * @param recvtype datatype of the receive buffer, of the same base type
     * @return a request, which a wait or a test has to complete
     */
    default Request Ialltoallv(
            Object sendbuf, int sendoffset, int[] sendcount, int[] sdispls, Datatype sendtype, Object recvbuf,
            int recvoffset, int[] recvcount, int[] rdispls, Datatype recvtype) {
        return Collectives.alltoallv(new Request(), ((Comm) this).engine,
                Span.read("Ialltoallv", "sendbuf", sendbuf, sendoffset, 0, Datatype.layout(sendtype)), sendcount,
                sdispls, new Span("Ialltoallv", "recvbuf", recvbuf, recvoffset, 0, Datatype.layout(recvtype)),
                recvcount, rdispls);
    }
}
