package org.rmi4mpi.bridge;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Wakes ranks of the same node. Each rank has a cache line in shared memory, with a futex. Ranks of other nodes cannot
 * be woken. Used by any thread, even after MPI has been finalised.
 *
 * <pre>
 *  0        4       8       12         16     64
 * +--------+-------+-------+----------+------+
 * | asleep | rings | stirs | sleepers | zero |
 * +--------+-------+-------+----------+------+
 * </pre>
 */
public final class Doorbells {
    private static final int LINE = 64;
    private static final int ASLEEP = 0;
    private static final int RINGS = 4;
    private static final int STIRS = 8;
    private static final int SLEEPERS = 12;
    /** Kinds of sleeping threads, as bits. A clean thread has no user frames. */
    private static final int WAITER = 1;
    private static final int CLEAN = 2;
    private static final VarHandle INTS =
            MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final int rank;
    private final long[] addresses;
    /** Indexed by rank; null for ranks of other nodes. */
    private final ByteBuffer[] lines;
    private final boolean reachAll;

    private Doorbells(int rank, long[] addresses) {
        this.rank = rank;
        this.addresses = addresses;
        lines = new ByteBuffer[addresses.length];
        boolean all = true;
        for (int i = 0; i < addresses.length; i++) {
            if (addresses[i] != 0) {
                lines[i] = Mpi.bytesAt(addresses[i], LINE);
            } else {
                all = false;
            }
        }
        reachAll = all;
    }

    /**
     * Opens the doorbells. Collective over the communicator. If a node lacks shared memory for all or some of its
     * ranks, its first rank warns, and ranks without a doorbell cannot be woken.
     */
    public static Doorbells open(long communicator, int rank, int size) {
        NativeBuffer found = NativeBuffer.acquire(Long.BYTES * (size + 2));
        try {
            int code = Mpi.doorbells(communicator, rank, size, found.address());
            if (code != Mpi.SUCCESS) {
                throw new IllegalStateException(
                        "rank " + rank + " could not create its doorbells: " + Mpi.errorString(code));
            }
            long[] addresses = new long[size];
            found.bytes().asLongBuffer().get(addresses);
            int error = (int) found.bytes().getLong(Long.BYTES * size);
            if (error != 0) {
                System.err.println(memoryWarning(error, (int) found.bytes().getLong(Long.BYTES * (size + 1))));
            }
            return new Doorbells(rank, addresses);
        } finally {
            found.release();
        }
    }

    private static String memoryWarning(int error, int rank) {
        return "rmi4mpi: warning: rank " + rank + " of the Java ranks on host " + Job.host() + " cannot map "
                + LINE * Job.nodeSize() + " bytes of /dev/shm, which the ranks of a node use to wake each other ("
                + Mpi.systemError(error) + "): the job continues, but ranks that sleep wake up to 0.1 s late. Make room"
                + " in /dev/shm (df -h /dev/shm; --shm-size for a container), let this user write to it, and allow"
                + " enough open files (ulimit -n)";
    }

    /** Whether every rank can wake this one. */
    public boolean reachAll() {
        return reachAll;
    }

    /** Whether a rank is on this node and has set its asleep flag, so that senders have to ring. */
    public boolean isAsleep(int peer) {
        ByteBuffer line = lines[peer];
        return line != null && line.getInt(ASLEEP) != 0;
    }

    /**
     * Sets or clears this rank's asleep flag. After setting it, the caller has to check once more for earlier arrivals.
     */
    public void setAsleep(boolean asleep) {
        lines[rank].putInt(ASLEEP, asleep ? 1 : 0);
        VarHandle.fullFence();
    }

    /** Number of times this rank's bell has been rung, for {@link #doze}. */
    public int rings() {
        return read(RINGS);
    }

    /**
     * Wakes one sleeping thread of a rank. Does nothing for a rank of another node.
     *
     * @param clean whether to prefer a clean thread to one that waits for a reply
     */
    public void ring(int peer, boolean clean) {
        if (addresses[peer] != 0) {
            Mpi.ring(addresses[peer], clean ? CLEAN : WAITER, clean ? WAITER : CLEAN);
        }
    }

    /**
     * Adds to the number of threads of this rank that sleep until a message arrives. After adding, the caller has to
     * check once more for earlier arrivals.
     */
    public void countSleepers(int more) {
        INTS.getAndAdd(lines[rank], SLEEPERS, more);
    }

    /** Whether a rank of this node has threads that sleep until a message arrives. */
    public boolean hasSleepers(int peer) {
        ByteBuffer line = lines[peer];
        return line != null && line.getInt(SLEEPERS) != 0;
    }

    /** Wakes one clean thread of a rank, and counts a stir, to tell it from a ring for a frame. */
    public void stir(int peer) {
        if (lines[peer] != null) {
            INTS.getAndAdd(lines[peer], STIRS, 1);
            ring(peer, true);
        }
    }

    /** Number of times this rank has been stirred. */
    public int stirs() {
        return read(STIRS);
    }

    private int read(int word) {
        int value = lines[rank].getInt(word);
        VarHandle.acquireFence();
        return value;
    }

    /** Wakes one clean thread of this rank. */
    public void ringClean() {
        Mpi.ring(addresses[rank], CLEAN, 0);
    }

    /**
     * Sleeps until the bell rings or the timeout passes.
     *
     * @param rings count returned by {@link #rings}; returns at once if the bell has rung since
     * @param clean whether the current thread is clean
     */
    public void doze(int rings, boolean clean, long nanoseconds) {
        Mpi.doze(addresses[rank], rings, clean ? CLEAN : WAITER, nanoseconds);
    }
}
