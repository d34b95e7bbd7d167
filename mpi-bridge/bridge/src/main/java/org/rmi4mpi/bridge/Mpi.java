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
    /** Code of a call that waits for some microseconds, where the wait lasts. */
    public static final int PENDING = -3;
    /**
     * Code of a receive that has ended, if the message is in the program's array and has the source, tag and length that were
     * asked for. Then nobody needs to read the slot.
     */
    public static final int AS_ASKED = -4;

    /** Modes of {@link #send}. */
    public static final int STANDARD = 0;
    public static final int SYNCHRONOUS = 1;
    public static final int READY = 2;

    /** For so long a thread waits without the dispatcher. The crew is rung for calls that arrive meanwhile. */
    static final long BRIEF_NS = 10_000_000;

    private static final String NO_STACK_TEXT = "less than 64 KiB of the thread's stack are left, which a call may need"
            + " (half of the free part, in a small stack): nothing has been sent; recurse less deeply, or raise -Xss";

    /** Number of MPI tests per call of {@link #test}. About as many fit into the time of a JNI call. */
    private static volatile int tests = 8;
    private static volatile boolean sharesCores;

    static {
        NativeLibrary.load();
    }

    private Mpi() {}

    /** Adapts to more ranks than cores. A thread that finds nothing then leaves its core to another rank soon. */
    static void shareCores() {
        tests = 1;
        sharesCores = true;
        shareCores0();
    }

    /** Whether the node has more ranks than cores. */
    public static boolean sharesCores() {
        return sharesCores;
    }

    /** Value of a constant or predefined handle of mpi.h; 0 if the native library is not loaded. */
    public static long constant(String name) {
        return NativeLibrary.failure() == null ? constant0(name) : 0;
    }

    /** Address of a direct buffer's first element. */
    public static long address(Buffer direct) {
        return BufferAddress.of(direct);
    }

    /** The buffer that a direct buffer is a view of, for example a slice; the buffer itself where it is not a view. */
    public static Buffer whole(Buffer direct) {
        return (Buffer) whole0(direct);
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

    /** The version text of the MPI that the bridge was built with; null if it was built for every MPI of an ABI. */
    static String builtWith() {
        return builtWith0();
    }

    static String foreignLauncher() {
        return foreignLauncher0();
    }

    /** The setting that this process needs, since MPI would write past the ends of its receives; null if none. */
    static String endOfUnguardedReads() {
        return endOfUnguardedReads0();
    }

    static int init(int threadLevel, RequestSlot provided) {
        return init0(threadLevel, provided.address());
    }

    /** @param together whether every process of the job ends as this rank, or by the library of its language */
    static int finish(boolean together) {
        return finalize0(together);
    }

    /** Aborts the whole job. Does not wait for a thread inside MPI, which may never return. */
    static void abort(int status) {
        abort0(status);
    }

    /** Has the launcher end the job, without a word, when this process exits. */
    static void abortAtExit() {
        abortAtExit0();
    }

    static String processorName() {
        return processorName0();
    }

    /**
     * The value of an attribute of MPI_COMM_WORLD. Called in MPI.Init.
     *
     * @param name of the key, such as MPI_TAG_UB
     * @param otherwise the result where the library has no value
     */
    static int worldAttribute(String name, int otherwise) {
        return worldAttribute0((int) constant(name), otherwise);
    }

    public static int isend(long address, int count, long type, int dest, int tag, long comm, RequestSlot slot) {
        return start(STANDARD, address, count, type, dest, tag, comm, slot);
    }

    /** Starts a send in one of the modes. */
    public static int start(
            int mode, long address, int count, long type, int dest, int tag, long comm, RequestSlot slot) {
        int code = send(mode, address, count, type, dest, tag, comm, null, 0, 0, 0, slot);
        return code == PENDING ? SUCCESS : code;
    }

    /**
     * Starts a send. Returns {@link #PENDING} if MPI still needs the memory; the slot of a send that has ended is done. The elements
     * are first copied from an array to the memory, if there is one; see {@link #receive}.
     */
    public static int send(
            int mode, long address, int count, long type, int dest, int tag, long comm, Object array, long at, int kind,
            int bytes, RequestSlot slot) {
        return send0(mode, address, count, type, dest, tag, comm, array, at, kind, bytes, slot.address());
    }

    public static int irecv(long address, int count, long type, int source, int tag, long comm, RequestSlot slot) {
        return irecv0(address, count, type, source, tag, comm, 0, slot.address());
    }

    /** Combines {@link #irecv} and {@link #test}. */
    public static int irecvAndTest(
            long address, int count, long type, int source, int tag, long comm, RequestSlot slot) {
        return irecv0(address, count, type, source, tag, comm, tests, slot.address());
    }

    /**
     * Starts a receive, and tests it for some 20 us. Returns {@link #PENDING} where it has not ended. A message that has ended, and
     * is not longer than its room, is in the array. {@link #AS_ASKED} tells that it fills its room.
     *
     * @param array takes the received elements from the memory, from an index on; null for none
     * @param kind of the array's elements, as in {@link NodeCollectives}
     * @param bytes room for elements in the array
     */
    public static int receive(
            long address, int count, long type, int source, int tag, long comm, Object array, long at, int kind,
            int bytes, RequestSlot slot) {
        return receive0(address, count, type, source, tag, comm, tests, patienceNs(), array, at, kind, bytes,
                slot.address());
    }

    /**
     * Goes on with a receive that was started before: tests it, and then as {@link #receive}.
     *
     * @param isForLong whether to test for some 20 us
     */
    public static int finish(
            long address, int source, int tag, boolean isForLong, Object array, long at, int kind, int bytes,
            RequestSlot slot) {
        return finish0(address, source, tag, tests, isForLong, isForLong ? patienceNs() : 0, array, at, kind, bytes,
                slot.address());
    }

    /**
     * Starts a send and then a receive, and tests both as {@link #receive}. The elements to send are first copied from an array to the
     * memory, if there is one. The code is that of the first step that has failed. The slot of a send that MPI does not have is done
     * then, and that of a receive that was not started is not.
     */
    public static int sendrecv(
            long out, int sendcount, long sendtype, int dest, int sendtag, Object from, long fromAt, int fromKind,
            int sentBytes, long in, int recvcount, long recvtype, int source, int recvtag, Object to, long toAt,
            int toKind, int roomBytes, long comm, RequestSlot send, RequestSlot receive) {
        return sendrecv0(out, sendcount, sendtype, dest, sendtag, from, fromAt, fromKind, sentBytes, in, recvcount,
                recvtype, source, recvtag, to, toAt, toKind, roomBytes, comm, tests, patienceNs(), send.address(),
                receive.address());
    }

    /** Makes progress. {@link RequestSlot#isDone} then tells whether the operation has completed. */
    public static int test(RequestSlot slot) {
        return test0(slot.address(), tests);
    }

    /** Works as {@link #test}, for some 20 us. */
    public static int testForLong(RequestSlot slot) {
        return testForLong0(slot.address(), tests, patienceNs());
    }

    /**
     * Waits for completion, some nanoseconds at most, as a thread waits inside a call of MPI that blocks: it spins, yields,
     * and then sleeps in steps of up to 0.1 ms. {@link RequestSlot#isDone} then tells whether the operation has
     * completed.
     */
    static int awaitBriefly(RequestSlot slot, long nanoseconds) {
        return awaitBriefly0(slot.address(), nanoseconds);
    }

    /**
     * How long a call that waits goes on as {@link #awaitBriefly}. If the node has more ranks than cores, the thread then yields at
     * once to the rank that it waits for.
     */
    private static long patienceNs() {
        return sharesCores && !VirtualThreads.isCurrent() ? BRIEF_NS : 0;
    }

    /** Probes for a message. {@link RequestSlot#isDone} then tells whether there is one. */
    public static int iprobe(int source, int tag, long comm, RequestSlot slot) {
        return iprobe0(source, tag, comm, false, 0, slot.address());
    }

    /** Works as {@link #iprobe}, and looks for some 20 us. */
    public static int iprobeForLong(int source, int tag, long comm, RequestSlot slot) {
        return iprobe0(source, tag, comm, true, patienceNs(), slot.address());
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

    public static int issend(long address, int count, long type, int dest, int tag, long comm, RequestSlot slot) {
        return start(SYNCHRONOUS, address, count, type, dest, tag, comm, slot);
    }

    /** Requests the cancellation of an operation. The operation still has to be completed. */
    public static int cancel(RequestSlot slot) {
        return cancel0(slot.address());
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

    private static native void shareCores0();

    private static native long constant0(String name);

    static native long address0(Buffer direct);

    private static native Object whole0(Buffer direct);

    private static native long pin0(Object array);

    private static native void unpin0(Object array, long address);

    private static native long place0(Object array);

    private static native void copyInto0(long from, Object array, int bytes);

    private static native ByteBuffer bytesAt0(long address, long length);

    private static native int init0(int wanted, long provided);

    private static native int finalize0(boolean together);

    private static native void abort0(int status);

    private static native void abortAtExit0();

    private static native String foreignLauncher0();

    private static native String endOfUnguardedReads0();

    private static native String builtWith0();

    private static native String libraryVersion0();

    private static native String processorName0();

    private static native String errorString0(int code);

    private static native int errorClass0(int code);

    private static native boolean isTruncation0(int code);

    private static native int worldAttribute0(int keyval, int otherwise);

    private static native int send0(
            int mode, long address, int count, long type, int peer, int tag, long comm, Object array, long at, int kind,
            int bytes, long slot);

    private static native int finish0(
            long address, int peer, int tag, int times, boolean forLong, long patienceNs, Object array, long at,
            int kind,
            int bytes, long slot);

    private static native int irecv0(
            long address, int count, long type, int peer, int tag, long comm, int times, long slot);

    private static native int receive0(
            long address, int count, long type, int peer, int tag, long comm, int times, long patienceNs, Object array,
            long at, int kind, int bytes, long slot);

    private static native int sendrecv0(
            long out, int sendcount, long sendtype, int dest, int sendtag, Object from, long fromAt, int fromKind,
            int sentBytes, long in, int recvcount, long recvtype, int source, int recvtag, Object to, long toAt,
            int toKind, int roomBytes, long comm, int times, long patienceNs, long send, long receive);

    private static native int testForLong0(long slot, int times, long patienceNs);

    private static native int test0(long slot, int times);

    private static native int awaitBriefly0(long slot, long nanoseconds);

    private static native int iprobe0(int peer, int tag, long comm, boolean forLong, long patienceNs, long slot);

    private static native int improbe0(int peer, int tag, long comm, long slot);

    private static native int imrecv0(long address, int count, long type, long slot);

    private static native int discard0(int source, int tag, long comm, int bytes);

    private static native long allocate0(long bytes);

    private static native void free0(long address);

    private static native int intAt0(long address);

    private static native void copy0(long from, long to, long bytes);

    private static native boolean hasStack0();

    private static native boolean hasStackToEnd0();

    private static native int cancel0(long slot);
}
