package org.rmi4mpi.bridge;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The MPI calls. Calls that send, receive or make progress hold the entry lock, and are refused after MPI has been
 * finalised. Queries and calls that create communicators do neither. Unless noted, methods return MPI's error code;
 * {@link #SUCCESS} is 0, and {@link #errorString} explains others. Arguments are not checked here; callers check them.
 *
 * <p>Addresses refer to native memory that the caller keeps until the operation has completed. Handles are MPI's,
 * converted to longs. Counts are in elements of the datatype.
 */
public final class Mpi {
    public static final int SUCCESS = 0;
    /** Code of a call made after MPI was finalised. MPI's own error codes are never negative. */
    public static final int FINALIZED = -1;
    /** Code of a call that was refused because the thread's stack is nearly exhausted; see {@link Stack}. */
    public static final int NO_STACK = -2;

    private static final String NO_STACK_TEXT = "less than 64 KiB of the thread's stack are left, which a call may need"
            + " (half of the free part, in a small stack): nothing has been sent; recurse less deeply, or raise -Xss";

    /** Number of MPI tests per call of {@link #test}. About as many fit into the time of a JNI call. */
    private static volatile int tests = 8;

    static {
        NativeLibrary.load();
    }

    private Mpi() {}

    /**
     * Adapts to more ranks than cores. MPI then yields the core in every test that finds nothing, so one test per call
     * is enough.
     */
    static void shareCores() {
        tests = 1;
    }

    /** Value of a constant or predefined handle of mpi.h; 0 if the native library is not loaded. */
    public static long constant(String name) {
        return NativeLibrary.failure() == null ? constant0(name) : 0;
    }

    /** Address of a direct buffer's first element. */
    public static long address(Buffer direct) {
        return BufferAddress.of(direct);
    }

    /** Pins an array of a primitive type until {@link #unpin}, and returns its address; see PinnedArray. */
    static long pin(Object array) {
        return pin0(array);
    }

    static void unpin(Object array, long address) {
        unpin0(array, address);
    }

    /**
     * Address of an array of a primitive type that the collector never moves. Pins and unpins it in one native call:
     * where pinning stops the collector, Java code between the two could deadlock.
     */
    static long place(Object array) {
        return place0(array);
    }

    /**
     * Copies native memory into the beginning of an array of a primitive type.
     *
     * @param bytes number of bytes to copy
     */
    static void copyInto(Object array, long from, int bytes) {
        copyInto0(from, array, bytes);
    }

    /** Wraps native memory in a buffer with native byte order. The memory must outlive the buffer. */
    public static ByteBuffer bytesAt(long address, long length) {
        return bytesAt0(address, length).order(ByteOrder.nativeOrder());
    }

    /** Reduces local data element by element: combines the data at {@code in} into the data at {@code inout}. */
    public static int reduceLocal(long in, long inout, int count, long type, long op) {
        return reduceLocal0(in, inout, count, type, op);
    }

    static boolean hasStack() {
        return hasStack0();
    }

    static boolean hasStackToEnd() {
        return hasStackToEnd0();
    }

    /** The error for a call that was refused for lack of stack. */
    public static StackOverflowError noStack() {
        return new StackOverflowError(NO_STACK_TEXT);
    }

    public static String errorString(int code) {
        return switch (code) {
            case FINALIZED -> "MPI has been finalised: nothing can follow MPI.Finalize()";
            case NO_STACK -> NO_STACK_TEXT;
            default -> errorString0(code).trim();
        };
    }

    /**
     * Whether the code says that a message was longer than its receive. The slot then holds the status that MPI
     * reported.
     */
    public static boolean isTruncation(int code) {
        return code != FINALIZED && isTruncation0(code);
    }

    /** MPI's class of an error code. */
    public static int errorClass(int code) {
        return code < 0 ? (int) constant("MPI_ERR_OTHER") : errorClass0(code);
    }

    static String libraryVersion() {
        return libraryVersion0();
    }

    static String builtWith() {
        return builtWith0();
    }

    static String foreignLauncher() {
        return foreignLauncher0();
    }

    static int init(int threadLevel, RequestSlot provided) {
        return init0(threadLevel, provided.address());
    }

    static int finish() {
        return finalize0();
    }

    /** Aborts the whole job. Does not wait for a thread inside MPI, which may never return. */
    static void abort(int status) {
        abort0(constant("MPI_COMM_WORLD"), status);
    }

    static String processorName() {
        return processorName0();
    }

    static int largestTag() {
        return largestTag0();
    }

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

    public static int isend(long address, int count, long type, int dest, int tag, long comm, RequestSlot slot) {
        return isend0(address, count, type, dest, tag, comm, slot.address());
    }

    public static int irecv(long address, int count, long type, int source, int tag, long comm, RequestSlot slot) {
        return irecv0(address, count, type, source, tag, comm, 0, slot.address());
    }

    /** Combines {@link #irecv} and {@link #test}. */
    public static int irecvAndTest(
            long address, int count, long type, int source, int tag, long comm, RequestSlot slot) {
        return irecv0(address, count, type, source, tag, comm, tests, slot.address());
    }

    /** Makes progress. {@link RequestSlot#isDone} then tells whether the operation has completed. */
    public static int test(RequestSlot slot) {
        return test0(slot.address(), tests);
    }

    /** Probes for a message. {@link RequestSlot#isDone} then tells whether there is one. */
    public static int iprobe(int source, int tag, long comm, RequestSlot slot) {
        return iprobe0(source, tag, comm, slot.address());
    }

    /**
     * Works as {@link #iprobe}, and removes the message from matching. Only {@link #imrecv} with this slot can receive
     * it.
     */
    public static int improbe(int source, int tag, long comm, RequestSlot slot) {
        return improbe0(source, tag, comm, slot.address());
    }

    /** Receives the message that {@link #improbe} left in the slot. */
    public static int imrecv(long address, int count, long type, RequestSlot slot) {
        return imrecv0(address, count, type, slot.address());
    }

    /**
     * Receives and discards a message of the given length, so that its sender can continue. Blocks until it has
     * arrived. Needs no JVM memory.
     */
    public static int discard(int source, int tag, long comm, int bytes) {
        return discard0(source, tag, comm, bytes);
    }

    /**
     * Allocates memory from the C library, outside the JVM's limits. Returns 0 if there is none. {@link #free} frees
     * it.
     */
    public static long allocate(long bytes) {
        return allocate0(bytes);
    }

    public static void free(long address) {
        free0(address);
    }

    /** Reads the int at an address. */
    public static int intAt(long address) {
        return intAt0(address);
    }

    /** Copies memory. The regions must not overlap. */
    public static void copy(long from, long to, long bytes) {
        copy0(from, to, bytes);
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

    public static int issend(long address, int count, long type, int dest, int tag, long comm, RequestSlot slot) {
        return issend0(address, count, type, dest, tag, comm, slot.address());
    }

    public static int irsend(long address, int count, long type, int dest, int tag, long comm, RequestSlot slot) {
        return irsend0(address, count, type, dest, tag, comm, slot.address());
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

    /** Requests the cancellation of an operation. The operation still has to be completed. */
    public static int cancel(RequestSlot slot) {
        return cancel0(slot.address());
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

    /* The calls that create communicators. Each may block until every member has made it, so it is made without the
       entry lock: see Job.together. They store the new handle, or 0, in the slot, as RequestSlot.handle. */

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

    /** Text of an errno. */
    static String systemError(int error) {
        return systemError0(error);
    }

    /**
     * Maps the doorbells. Collective. Stores an address for each rank, then an errno and the rank where it occurred, as
     * longs; see Doorbells.
     */
    static int doorbells(long comm, int rank, int size, long addresses) {
        return doorbells0(comm, rank, size, addresses);
    }

    static void ringCrew(long bell) {
        ringCrew0(bell);
    }

    static void ringWaiter(long bell) {
        ringWaiter0(bell);
    }

    static void count(long bell, int offset, int more) {
        count0(bell, offset, more);
    }

    static void takeCore(long bell, long lines, int count) {
        takeCore0(bell, lines, count);
    }

    static void doze(long bell, int rings, int kind, long nanoseconds) {
        doze0(bell, rings, kind, nanoseconds);
    }

    static int openFrames(long frames, long comm, int capacity, long addresses) {
        return openFrames0(frames, comm, capacity, addresses);
    }

    static int nextFrame(long frames, long address) {
        return nextFrame0(frames, address, tests);
    }

    static void closeFrames(long frames) {
        closeFrames0(frames);
    }

    static int sendFrame(long frames, long address, int length, int peer, RequestSlot slot) {
        return sendFrame0(frames, address, length, peer, slot.address());
    }

    private static native int openFrames0(long frames, long comm, int capacity, long addresses);

    private static native int nextFrame0(long frames, long address, int times);

    private static native void closeFrames0(long frames);

    private static native int sendFrame0(long frames, long address, int length, int peer, long slot);

    private static native String systemError0(int error);

    private static native int doorbells0(long comm, int rank, int size, long addresses);

    private static native void ringCrew0(long bell);

    private static native void ringWaiter0(long bell);

    private static native void count0(long bell, int offset, int more);

    private static native void takeCore0(long bell, long lines, int count);

    private static native void doze0(long bell, int rings, int kind, long nanoseconds);

    private static native long constant0(String name);

    static native long address0(Buffer direct);

    private static native long pin0(Object array);

    private static native void unpin0(Object array, long address);

    private static native long place0(Object array);

    private static native void copyInto0(long from, Object array, int bytes);

    private static native ByteBuffer bytesAt0(long address, long length);

    private static native int reduceLocal0(long in, long inout, int count, long type, long op);

    private static native int init0(int required, long provided);

    private static native int finalize0();

    private static native int abort0(long comm, int status);

    private static native String foreignLauncher0();

    private static native String builtWith0();

    private static native String libraryVersion0();

    private static native String processorName0();

    private static native String errorString0(int code);

    private static native int errorClass0(int code);

    private static native boolean isTruncation0(int code);

    private static native int largestTag0();

    private static native int returnErrors0(long comm);

    private static native int commRank0(long comm, long rank);

    private static native int commSize0(long comm, long size);

    private static native int commDup0(long comm, long duplicate);

    private static native int nodeSize0(long comm, long size);

    private static native int commFree0(long comm);

    private static native int isend0(long address, int count, long type, int peer, int tag, long comm, long slot);

    private static native int irecv0(
            long address, int count, long type, int peer, int tag, long comm, int times, long slot);

    private static native int test0(long slot, int times);

    private static native int iprobe0(int peer, int tag, long comm, long slot);

    private static native int improbe0(int peer, int tag, long comm, long slot);

    private static native int imrecv0(long address, int count, long type, long slot);

    private static native int discard0(int source, int tag, long comm, int bytes);

    private static native long allocate0(long bytes);

    private static native void free0(long address);

    private static native int intAt0(long address);

    private static native void copy0(long from, long to, long bytes);

    private static native boolean hasStack0();

    private static native boolean hasStackToEnd0();

    private static native int ibarrier0(long comm, long slot);

    private static native int ibcast0(long address, int count, long type, int root, long comm, long slot);

    private static native int ireduce0(
            long send, long receive, int count, long type, long op, int root, long comm, long slot);

    private static native int iallreduce0(
            long send, long receive, int count, long type, long op, long comm, long slot);

    private static native int issend0(long address, int count, long type, int dest, int tag, long comm, long slot);

    private static native int irsend0(long address, int count, long type, int dest, int tag, long comm, long slot);

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

    private static native int cartCreate0(long comm, int count, long dims, long periods, long result);

    private static native int cartSub0(long comm, long remains, long result);

    private static native int graphCreate0(long comm, int nodes, long index, long edges, long result);

    private static native int cancel0(long slot);

    private static native int commRemoteSize0(long comm, long size);

    private static native int worldRanks0(long comm, boolean remote, int size, long ranks, long worldRanks);

    private static native int dimsCreate0(int nodes, int count, long dims);

    private static native int commSplit0(long comm, int colour, int key, long result);

    private static native int commCreate0(long comm, long worldRanks, int size, long result);

    private static native int commCreateGroup0(long comm, long worldRanks, int size, int tag, long result);

    private static native int intercommCreate0(
            long local, int localLeader, long peer, int remoteLeader, int tag, long result);

    private static native int intercommMerge0(long comm, boolean high, long result);
}
