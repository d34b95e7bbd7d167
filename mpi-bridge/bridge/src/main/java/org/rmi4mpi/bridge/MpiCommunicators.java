package org.rmi4mpi.bridge;

/**
 * The calls that make, query and free communicators; see {@link Mpi}. A call that makes one blocks until every member
 * has made it, and is therefore made without the entry lock: see {@link Meetings#together}.
 */
public final class MpiCommunicators {
    static {
        NativeLibrary.load();
    }

    private MpiCommunicators() {}

    static int returnErrors(long comm) {
        return returnErrors0(comm);
    }

    /** Stores the rank in the slot, as {@link RequestSlot#value}. */
    public static int commRank(long comm, RequestSlot result) {
        return commRank0(comm, result.address());
    }

    /** Stores the size in the slot, as {@link RequestSlot#value}. */
    public static int commSize(long comm, RequestSlot result) {
        return commSize0(comm, result.address());
    }

    /** Stores the number of ranks on this node in the slot, as {@link RequestSlot#value}. Collective. */
    static int nodeSize(long comm, RequestSlot result) {
        return nodeSize0(comm, result.address());
    }

    /** Stores the size of an inter-communicator's remote group in the slot, as {@link RequestSlot#value}. */
    public static int commRemoteSize(long comm, RequestSlot result) {
        return commRemoteSize0(comm, result.address());
    }

    /**
     * Translates ranks of a communicator, or of its remote group, to ranks in MPI_COMM_WORLD.
     *
     * @param ranks address of ints
     * @param worldRanks address of ints for the result
     */
    public static int worldRanks(long comm, boolean remote, int size, long ranks, long worldRanks) {
        return worldRanks0(comm, remote, size, ranks, worldRanks);
    }

    /**
     * Replaces the zeros among dims.
     *
     * @param dims address of ints
     */
    public static int dimsCreate(int nodes, int count, long dims) {
        return dimsCreate0(nodes, count, dims);
    }

    /*
     * The calls that create communicators. Each may block until every member has made it, so it is made without the
     *        entry lock: see Meetings.together. They store the new handle, or 0, in the slot, as RequestSlot.handle.
     */

    public static int commDup(long comm, RequestSlot result) {
        return commDup0(comm, result.address());
    }

    public static int commSplit(long comm, int colour, int key, RequestSlot result) {
        return commSplit0(comm, colour, key, result.address());
    }

    public static int commCreate(long comm, long worldRanks, int size, RequestSlot result) {
        return commCreate0(comm, worldRanks, size, result.address());
    }

    /**
     * Works as {@link #commCreate}, but only the members of the group call it. Concurrent threads must use different
     * tags.
     */
    public static int commCreateGroup(long comm, long worldRanks, int size, int tag, RequestSlot result) {
        return commCreateGroup0(comm, worldRanks, size, tag, result.address());
    }

    public static int intercommCreate(
            long local, int localLeader, long peer, int remoteLeader, int tag, RequestSlot result) {
        return intercommCreate0(local, localLeader, peer, remoteLeader, tag, result.address());
    }

    public static int intercommMerge(long comm, boolean high, RequestSlot result) {
        return intercommMerge0(comm, high, result.address());
    }

    /** The addresses dims and periods refer to ints. */
    public static int cartCreate(long comm, int count, long dims, long periods, RequestSlot result) {
        return cartCreate0(comm, count, dims, periods, result.address());
    }

    /** The address remains refers to ints. */
    public static int cartSub(long comm, long remains, RequestSlot result) {
        return cartSub0(comm, remains, result.address());
    }

    /** The addresses index and edges refer to ints. */
    public static int graphCreate(long comm, int nodes, long index, long edges, RequestSlot result) {
        return graphCreate0(comm, nodes, index, edges, result.address());
    }

    /** Frees a communicator. Unlike the calls that create one, this does not block. */
    public static int commFree(long comm) {
        return commFree0(comm);
    }

    /**
     * Starts to make a duplicate; collective, but does not block.
     *
     * @param result address of 8 bytes for the handle, which the caller keeps until the operation has completed
     */
    public static int commIdup(long comm, long result, RequestSlot slot) {
        return commIdup0(comm, result, slot.address());
    }

    /**
     * The handle that {@link #commIdup} has stored. Sets the communicator's error handler to one that returns errors.
     */
    public static long duplicated(long result) {
        return duplicated0(result);
    }

    public static int commDupWithInfo(long comm, long info, RequestSlot result) {
        return commDupWithInfo0(comm, info, result.address());
    }

    public static int commSplitType(long comm, int type, int key, long info, RequestSlot result) {
        return commSplitType0(comm, type, key, info, result.address());
    }

    public static int commSetInfo(long comm, long info) {
        return commSetInfo0(comm, info);
    }

    public static int commDisconnect(long comm) {
        return commDisconnect0(comm);
    }

    /** The addresses refer to ints; that of the weights is 0 where there are none. */
    public static int distGraphCreate(
            long comm, int count, long sources, long degrees, long destinations, long weights, long info,
            RequestSlot result) {
        return distGraphCreate0(comm, count, sources, degrees, destinations, weights, info, result.address());
    }

    /** The addresses refer to ints; those of the weights are 0 where there are none. */
    public static int distGraphCreateAdjacent(
            long comm, int indegree, long sources, long sourceWeights, int outdegree, long destinations,
            long destWeights, long info, RequestSlot result) {
        return distGraphCreateAdjacent0(comm, indegree, sources, sourceWeights, outdegree, destinations, destWeights,
                info, result.address());
    }

    /**
     * Stores the caller's edges.
     *
     * @param counts address of three ints, for the numbers of sources and destinations, and whether there are weights
     */
    public static int distGraphCounts(long comm, long counts) {
        return distGraphCounts0(comm, counts);
    }

    /** The addresses refer to ints; {@link #distGraphCounts} has given their numbers. */
    public static int distGraphNeighbors(
            long comm, int indegree, long sources, long sourceWeights, int outdegree, long destinations,
            long destWeights) {
        return distGraphNeighbors0(comm, indegree, sources, sourceWeights, outdegree, destinations, destWeights);
    }

    private static native int returnErrors0(long comm);

    private static native int commRank0(long comm, long rank);

    private static native int commSize0(long comm, long size);

    private static native int commDup0(long comm, long duplicate);

    private static native int nodeSize0(long comm, long size);

    private static native int commFree0(long comm);

    private static native int cartCreate0(long comm, int count, long dims, long periods, long result);

    private static native int cartSub0(long comm, long remains, long result);

    private static native int graphCreate0(long comm, int nodes, long index, long edges, long result);

    private static native int commRemoteSize0(long comm, long size);

    private static native int worldRanks0(long comm, boolean remote, int size, long ranks, long worldRanks);

    private static native int dimsCreate0(int nodes, int count, long dims);

    private static native int commSplit0(long comm, int colour, int key, long result);

    private static native int commCreate0(long comm, long worldRanks, int size, long result);

    private static native int commCreateGroup0(long comm, long worldRanks, int size, int tag, long result);

    private static native int intercommCreate0(
            long local, int localLeader, long peer, int remoteLeader, int tag, long result);

    private static native int intercommMerge0(long comm, boolean high, long result);

    private static native int commIdup0(long comm, long result, long slot);

    private static native long duplicated0(long result);

    private static native int commDupWithInfo0(long comm, long info, long result);

    private static native int commSplitType0(long comm, int type, int key, long info, long result);

    private static native int commSetInfo0(long comm, long info);

    private static native int commDisconnect0(long comm);

    private static native int distGraphCreate0(
            long comm, int count, long sources, long degrees, long destinations, long weights, long info, long result);

    private static native int distGraphCreateAdjacent0(
            long comm, int indegree, long sources, long sourceWeights, int outdegree, long destinations,
            long destWeights, long info, long result);

    private static native int distGraphCounts0(long comm, long counts);

    private static native int distGraphNeighbors0(
            long comm, int indegree, long sources, long sourceWeights, int outdegree, long destinations,
            long destWeights);
}
