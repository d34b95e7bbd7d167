package org.rmi4mpi.bridge;

/**
 * The collective operations, started in a slot; see {@link Mpi}. All members of the communicator start them in the same
 * order. The address to send from may be MPI_IN_PLACE.
 */
public final class MpiCollectives {
    static {
        NativeLibrary.load();
    }

    private MpiCollectives() {}

    /** Reduces local data element by element: combines the data at {@code in} into the data at {@code inout}. */
    public static int reduceLocal(long in, long inout, int count, long type, long op) {
        return reduceLocal0(in, inout, count, type, op);
    }

    public static int ibarrier(long comm, RequestSlot slot) {
        return ibarrier0(comm, slot.address());
    }

    public static int ibcast(long address, int count, long type, int root, long comm, RequestSlot slot) {
        return ibcast0(address, count, type, root, comm, slot.address());
    }

    public static int ireduce(
            long send, long receive, int count, long type, long op, int root, long comm, RequestSlot slot) {
        return ireduce0(send, receive, count, type, op, root, comm, slot.address());
    }

    public static int iallreduce(long send, long receive, int count, long type, long op, long comm, RequestSlot slot) {
        return iallreduce0(send, receive, count, type, op, comm, slot.address());
    }

    public static int igather(
            long send, int sendcount, long sendtype, long receive, int recvcount, long recvtype, int root, long comm,
            RequestSlot slot) {
        return igather0(send, sendcount, sendtype, receive, recvcount, recvtype, root, comm, slot.address());
    }

    /** The addresses recvcounts and displs refer to ints that the caller keeps until the operation has completed. */
    public static int igatherv(
            long send, int sendcount, long sendtype, long receive, long recvcounts, long displs, long recvtype,
            int root, long comm, RequestSlot slot) {
        return igatherv0(send, sendcount, sendtype, receive, recvcounts, displs, recvtype, root, comm,
                slot.address());
    }

    public static int iscatter(
            long send, int sendcount, long sendtype, long receive, int recvcount, long recvtype, int root, long comm,
            RequestSlot slot) {
        return iscatter0(send, sendcount, sendtype, receive, recvcount, recvtype, root, comm, slot.address());
    }

    /** The addresses sendcounts and displs are used as in {@link #igatherv}. */
    public static int iscatterv(
            long send, long sendcounts, long displs, long sendtype, long receive, int recvcount, long recvtype,
            int root, long comm, RequestSlot slot) {
        return iscatterv0(send, sendcounts, displs, sendtype, receive, recvcount, recvtype, root, comm,
                slot.address());
    }

    public static int iallgather(
            long send, int sendcount, long sendtype, long receive, int recvcount, long recvtype, long comm,
            RequestSlot slot) {
        return iallgather0(send, sendcount, sendtype, receive, recvcount, recvtype, comm, slot.address());
    }

    /** The addresses recvcounts and displs are used as in {@link #igatherv}. */
    public static int iallgatherv(
            long send, int sendcount, long sendtype, long receive, long recvcounts, long displs, long recvtype,
            long comm, RequestSlot slot) {
        return iallgatherv0(send, sendcount, sendtype, receive, recvcounts, displs, recvtype, comm, slot.address());
    }

    public static int ialltoall(
            long send, int sendcount, long sendtype, long receive, int recvcount, long recvtype, long comm,
            RequestSlot slot) {
        return ialltoall0(send, sendcount, sendtype, receive, recvcount, recvtype, comm, slot.address());
    }

    /** Counts and displacements are used as in {@link #igatherv}. */
    public static int ialltoallv(
            long send, long sendcounts, long sdispls, long sendtype, long receive, long recvcounts, long rdispls,
            long recvtype, long comm, RequestSlot slot) {
        return ialltoallv0(send, sendcounts, sdispls, sendtype, receive, recvcounts, rdispls, recvtype,
                comm, slot.address());
    }

    public static int iscan(long send, long receive, int count, long type, long op, long comm, RequestSlot slot) {
        return iscan0(send, receive, count, type, op, comm, slot.address());
    }

    /** The address recvcounts is used as in {@link #igatherv}. */
    public static int ireduceScatter(
            long send, long receive, long recvcounts, long type, long op, long comm, RequestSlot slot) {
        return ireduceScatter0(send, receive, recvcounts, type, op, comm, slot.address());
    }

    public static int iexscan(long send, long receive, int count, long type, long op, long comm, RequestSlot slot) {
        return iexscan0(send, receive, count, type, op, comm, slot.address());
    }

    public static int ireduceScatterBlock(
            long send, long receive, int recvcount, long type, long op, long comm, RequestSlot slot) {
        return ireduceScatterBlock0(send, receive, recvcount, type, op, comm, slot.address());
    }

    /**
     * The addresses of counts and displacements refer to ints; displacements are in bytes. The addresses of types refer
     * to handles as longs, which are replaced by MPI's own handles. The caller keeps all of them until the operation
     * has completed.
     */
    public static int ialltoallw(
            long send, long sendcounts, long sdispls, long sendtypes, long receive, long recvcounts, long rdispls,
            long recvtypes, long comm, RequestSlot slot) {
        return ialltoallw0(send, sendcounts, sdispls, sendtypes, receive, recvcounts, rdispls, recvtypes, comm,
                slot.address());
    }

    /** @param sources number of neighbours to receive from */
    public static int ineighborAllgather(
            long send, int sendcount, long sendtype, long receive, int recvcount, long recvtype, int sources, long comm,
            RequestSlot slot) {
        return ineighborAllgather0(send, sendcount, sendtype, receive, recvcount, recvtype, sources, comm,
                slot.address());
    }

    /** The addresses recvcounts and displs are used as in {@link #igatherv}. */
    public static int ineighborAllgatherv(
            long send, int sendcount, long sendtype, long receive, long recvcounts, long displs, long recvtype,
            int sources, long comm, RequestSlot slot) {
        return ineighborAllgatherv0(send, sendcount, sendtype, receive, recvcounts, displs, recvtype, sources, comm,
                slot.address());
    }

    /** @param sources number of neighbours to receive from */
    public static int ineighborAlltoall(
            long send, int sendcount, long sendtype, long receive, int recvcount, long recvtype, int sources, long comm,
            RequestSlot slot) {
        return ineighborAlltoall0(send, sendcount, sendtype, receive, recvcount, recvtype, sources, comm,
                slot.address());
    }

    /** Counts and displacements are used as in {@link #igatherv}. */
    public static int ineighborAlltoallv(
            long send, long sendcounts, long sdispls, long sendtype, long receive, long recvcounts, long rdispls,
            long recvtype, int sources, long comm, RequestSlot slot) {
        return ineighborAlltoallv0(send, sendcounts, sdispls, sendtype, receive, recvcounts, rdispls, recvtype,
                sources, comm, slot.address());
    }

    private static native int reduceLocal0(long in, long inout, int count, long type, long op);

    private static native int ibarrier0(long comm, long slot);

    private static native int ibcast0(long address, int count, long type, int root, long comm, long slot);

    private static native int ireduce0(
            long send, long receive, int count, long type, long op, int root, long comm, long slot);

    private static native int iallreduce0(
            long send, long receive, int count, long type, long op, long comm, long slot);

    private static native int igather0(
            long send, int sendcount, long sendtype, long receive, int recvcount, long recvtype, int root, long comm,
            long slot);

    private static native int igatherv0(
            long send, int sendcount, long sendtype, long receive, long recvcounts, long displs, long recvtype,
            int root, long comm, long slot);

    private static native int iscatter0(
            long send, int sendcount, long sendtype, long receive, int recvcount, long recvtype, int root, long comm,
            long slot);

    private static native int iscatterv0(
            long send, long sendcounts, long displs, long sendtype, long receive, int recvcount, long recvtype,
            int root, long comm, long slot);

    private static native int iallgather0(
            long send, int sendcount, long sendtype, long receive, int recvcount, long recvtype, long comm, long slot);

    private static native int iallgatherv0(
            long send, int sendcount, long sendtype, long receive, long recvcounts, long displs, long recvtype,
            long comm, long slot);

    private static native int ialltoall0(
            long send, int sendcount, long sendtype, long receive, int recvcount, long recvtype, long comm, long slot);

    private static native int ialltoallv0(
            long send, long sendcounts, long sdispls, long sendtype, long receive, long recvcounts, long rdispls,
            long recvtype, long comm, long slot);

    private static native int iscan0(long send, long receive, int count, long type, long op, long comm, long slot);

    private static native int ireduceScatter0(
            long send, long receive, long recvcounts, long type, long op, long comm, long slot);

    private static native int iexscan0(long send, long receive, int count, long type, long op, long comm, long slot);

    private static native int ireduceScatterBlock0(
            long send, long receive, int recvcount, long type, long op, long comm, long slot);

    private static native int ialltoallw0(
            long send, long sendcounts, long sdispls, long sendtypes, long receive, long recvcounts, long rdispls,
            long recvtypes, long comm, long slot);

    private static native int ineighborAllgather0(
            long send, int sendcount, long sendtype, long receive, int recvcount, long recvtype, int sources, long comm,
            long slot);

    private static native int ineighborAllgatherv0(
            long send, int sendcount, long sendtype, long receive, long recvcounts, long displs, long recvtype,
            int sources, long comm, long slot);

    private static native int ineighborAlltoall0(
            long send, int sendcount, long sendtype, long receive, int recvcount, long recvtype, int sources, long comm,
            long slot);

    private static native int ineighborAlltoallv0(
            long send, long sendcounts, long sdispls, long sendtype, long receive, long recvcounts, long rdispls,
            long recvtype, int sources, long comm, long slot);
}
