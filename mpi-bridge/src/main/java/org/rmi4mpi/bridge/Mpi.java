package org.rmi4mpi.bridge;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The MPI calls, each under the entry lock. Every method returns MPI's error code, 0 being success;
 * {@link #errorString} puts it into words. Arguments are not checked here: callers have done so.
 *
 * <p>Addresses are of native memory that the caller keeps until the operation is done; handles are
 * MPI's, as longs; counts are in elements of the datatype.
 */
public final class Mpi {
    public static final int SUCCESS = 0;

    private static final int SPINS = 100;
    private static final int YIELDS = 100;

    /** Held by the one thread that is inside MPI. */
    private static final ReentrantLock ENTRY = new ReentrantLock();

    static {
        NativeLibrary.load();
    }

    private Mpi() {}

    /** Enters MPI; several calls may be made before {@link #leave}. Reentrant. */
    public static void enter() {
        if (!ENTRY.tryLock()) {
            enterContended();
        }
    }

    /**
     * MPI is left within a microsecond, and threads that poll enter it again and again: a thread that slept
     * until it is free would find it taken when it wakes.
     */
    private static void enterContended() {
        for (int tries = 0; tries < SPINS + YIELDS; tries++) {
            if (tries < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
            if (ENTRY.tryLock()) {
                return;
            }
        }
        ENTRY.lock();
    }

    /** Enters MPI if that is possible within the time, in milliseconds. */
    public static boolean enterWithin(long timeoutMs) {
        try {
            return ENTRY.tryLock(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ENTRY.tryLock();
        }
    }

    public static void leave() {
        ENTRY.unlock();
    }

    /** The value of a constant or predefined handle of mpi.h, by its name there; 0 without the library. */
    public static long constant(String name) {
        return NativeLibrary.failure() == null ? constant0(name) : 0;
    }

    public static long address(ByteBuffer direct) {
        return address0(direct);
    }

    public static String errorString(int code) {
        return errorString0(code).trim();
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

    public static double wtime() {
        return wtime0();
    }

    public static double wtick() {
        return wtick0();
    }

    static boolean initialized() {
        return initialized0();
    }

    static int init(int threadLevel, RequestSlot provided) {
        enter();
        try {
            return init0(threadLevel, provided.address());
        } finally {
            leave();
        }
    }

    static int finish() {
        enter();
        try {
            return finalize0();
        } finally {
            leave();
        }
    }

    /** Ends the whole job, whether or not another thread is inside MPI: it may never come out. */
    static void abort(int status) {
        boolean entered = enterWithin(1000);
        try {
            abort0(constant("MPI_COMM_WORLD"), status);
        } finally {
            if (entered) {
                leave();
            }
        }
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

    /** Leaves the rank in the slot, as {@link RequestSlot#value}. */
    public static int commRank(long comm, RequestSlot result) {
        return commRank0(comm, result.address());
    }

    /** Leaves the size in the slot, as {@link RequestSlot#value}. */
    public static int commSize(long comm, RequestSlot result) {
        return commSize0(comm, result.address());
    }

    /** Leaves the new handle in the slot, as {@link RequestSlot#handle}. */
    static int commDup(long comm, RequestSlot result) {
        enter();
        try {
            return commDup0(comm, result.address());
        } finally {
            leave();
        }
    }

    /** Collective. Leaves in the slot, as {@link RequestSlot#value}, how many ranks are on this node. */
    static int nodeSize(long comm, RequestSlot result) {
        enter();
        try {
            return nodeSize0(comm, result.address());
        } finally {
            leave();
        }
    }

    static int commFree(long comm) {
        enter();
        try {
            return commFree0(comm);
        } finally {
            leave();
        }
    }

    public static int isend(long address, int count, long type, int dest, int tag, long comm, RequestSlot slot) {
        enter();
        try {
            return isend0(address, count, type, dest, tag, comm, slot.address());
        } finally {
            leave();
        }
    }

    public static int irecv(long address, int count, long type, int source, int tag, long comm, RequestSlot slot) {
        enter();
        try {
            return irecv0(address, count, type, source, tag, comm, slot.address());
        } finally {
            leave();
        }
    }

    /** Lets MPI progress; afterwards {@link RequestSlot#isDone} tells whether the operation has ended. */
    public static int test(RequestSlot slot) {
        enter();
        try {
            return test0(slot.address());
        } finally {
            leave();
        }
    }

    /** Afterwards {@link RequestSlot#isDone} tells whether there is such a message. */
    public static int iprobe(int source, int tag, long comm, RequestSlot slot) {
        enter();
        try {
            return iprobe0(source, tag, comm, slot.address());
        } finally {
            leave();
        }
    }

    /** As {@link #iprobe}, and takes the message for {@link #imrecv} by the same slot. */
    public static int improbe(int source, int tag, long comm, RequestSlot slot) {
        enter();
        try {
            return improbe0(source, tag, comm, slot.address());
        } finally {
            leave();
        }
    }

    public static int imrecv(long address, int count, long type, RequestSlot slot) {
        enter();
        try {
            return imrecv0(address, count, type, slot.address());
        } finally {
            leave();
        }
    }

    public static int ibarrier(long comm, RequestSlot slot) {
        enter();
        try {
            return ibarrier0(comm, slot.address());
        } finally {
            leave();
        }
    }

    public static int ibcast(long address, int count, long type, int root, long comm, RequestSlot slot) {
        enter();
        try {
            return ibcast0(address, count, type, root, comm, slot.address());
        } finally {
            leave();
        }
    }

    public static int ireduce(
            long send, long receive, int count, long type, long op, int root, long comm, RequestSlot slot) {
        enter();
        try {
            return ireduce0(send, receive, count, type, op, root, comm, slot.address());
        } finally {
            leave();
        }
    }

    public static int iallreduce(long send, long receive, int count, long type, long op, long comm, RequestSlot slot) {
        enter();
        try {
            return iallreduce0(send, receive, count, type, op, comm, slot.address());
        } finally {
            leave();
        }
    }

    private static native long constant0(String name);

    private static native long address0(ByteBuffer direct);

    private static native int init0(int required, long provided);

    private static native int finalize0();

    private static native int abort0(long comm, int status);

    private static native boolean initialized0();

    private static native String foreignLauncher0();

    private static native String builtWith0();

    private static native String libraryVersion0();

    private static native String processorName0();

    private static native String errorString0(int code);

    private static native double wtime0();

    private static native double wtick0();

    private static native int largestTag0();

    private static native int returnErrors0(long comm);

    private static native int commRank0(long comm, long rank);

    private static native int commSize0(long comm, long size);

    private static native int commDup0(long comm, long duplicate);

    private static native int nodeSize0(long comm, long size);

    private static native int commFree0(long comm);

    private static native int isend0(long address, int count, long type, int peer, int tag, long comm, long slot);

    private static native int irecv0(long address, int count, long type, int peer, int tag, long comm, long slot);

    private static native int test0(long slot);

    private static native int iprobe0(int peer, int tag, long comm, long slot);

    private static native int improbe0(int peer, int tag, long comm, long slot);

    private static native int imrecv0(long address, int count, long type, long slot);

    private static native int ibarrier0(long comm, long slot);

    private static native int ibcast0(long address, int count, long type, int root, long comm, long slot);

    private static native int ireduce0(
            long send, long receive, int count, long type, long op, int root, long comm, long slot);

    private static native int iallreduce0(
            long send, long receive, int count, long type, long op, long comm, long slot);
}
