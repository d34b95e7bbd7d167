package org.rmi4mpi.bridge;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * By which ranks of one node wake each other: a line of memory for each, which they share, with a futex. Ranks of other
 * nodes cannot be woken. Used by any thread, also after MPI has been finalised.
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
    /** Kinds of threads, as bits. */
    private static final int WAITER = 1;
    private static final int CLEAN = 2;
    private static final VarHandle INTS =
            MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final int rank;
    private final long[] addresses;
    /** By rank; null for one of another node. */
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
     * Collective over the communicator. Where a node has no memory for them, or not for all of its ranks, its first rank
     * says so, and those without go on alone: nobody wakes them.
     */
    public static Doorbells open(long communicator, int rank, int size) {
        NativeBuffer found = NativeBuffer.acquire(Long.BYTES * (size + 2));
        try {
            int code = Mpi.doorbells(communicator, rank, size, found.address());
            if (code != Mpi.SUCCESS) {
                throw new IllegalStateException(
                        "the doorbells of rank " + rank + " were not made: " + Mpi.errorString(code));
            }
            long[] addresses = new long[size];
            found.bytes().asLongBuffer().get(addresses);
            int error = (int) found.bytes().getLong(Long.BYTES * size);
            if (error != 0) {
                System.err.println(missing(error, (int) found.bytes().getLong(Long.BYTES * (size + 1))));
            }
            return new Doorbells(rank, addresses);
        } finally {
            found.release();
        }
    }

    private static String missing(int error, int rank) {
        return "rmi4mpi: warning: rank " + rank + " of the Java ranks on host " + Job.host() + " has no share in "
                + LINE * Job.nodeSize() + " bytes of /dev/shm, by which the ranks of a node wake each other ("
                + Mpi.systemError(error) + "): the job goes on, and ranks that have slept are up to 0.1 s late. Make room in"
                + " /dev/shm (df -h /dev/shm; of a container --shm-size), let this user write to it, and allow enough open"
                + " files (ulimit -n)";
    }

    /** Whether every rank can wake this one. */
    public boolean reachAll() {
        return reachAll;
    }

    /** Whether a rank is on this node, sleeps, and waits to be rung for. */
    public boolean isAsleep(int peer) {
        ByteBuffer line = lines[peer];
        return line != null && line.getInt(ASLEEP) != 0;
    }

    /** Says that nobody here polls: whoever sends has to ring. What came before is to be looked for once more. */
    public void setAsleep(boolean asleep) {
        lines[rank].putInt(ASLEEP, asleep ? 1 : 0);
        VarHandle.fullFence();
    }

    /** How often this rank's bell has been rung, for {@link #doze}. */
    public int rings() {
        return read(RINGS);
    }

    /**
     * Wakes one thread of a rank that dozes. Nothing on another node.
     *
     * @param clean whether one that waits for nothing itself is the first choice
     */
    public void ring(int peer, boolean clean) {
        if (addresses[peer] != 0) {
            Mpi.ring(addresses[peer], clean ? CLEAN : WAITER, clean ? WAITER : CLEAN);
        }
    }

    /** Counts threads of this rank that sleep until a message comes. What came before is to be looked for once more. */
    public void countSleepers(int more) {
        INTS.getAndAdd(lines[rank], SLEEPERS, more);
    }

    /** Whether a thread of a rank of this node sleeps until a message comes. */
    public boolean hasSleepers(int peer) {
        ByteBuffer line = lines[peer];
        return line != null && line.getInt(SLEEPERS) != 0;
    }

    /** Wakes one thread of a rank that waits for nothing itself, and counts that it was not for a frame. */
    public void stir(int peer) {
        if (lines[peer] != null) {
            INTS.getAndAdd(lines[peer], STIRS, 1);
            ring(peer, true);
        }
    }

    /** How often this rank has been stirred. */
    public int stirs() {
        return read(STIRS);
    }

    private int read(int word) {
        int value = lines[rank].getInt(word);
        VarHandle.acquireFence();
        return value;
    }

    /** Wakes one thread of this rank that waits for nothing itself. */
    public void ringClean() {
        Mpi.ring(addresses[rank], CLEAN, 0);
    }

    /**
     * Sleeps until a ring that came after so many, or until the time is over.
     *
     * @param clean whether the thread waits for nothing itself
     */
    public void doze(int rings, boolean clean, long nanoseconds) {
        Mpi.doze(addresses[rank], rings, clean ? CLEAN : WAITER, nanoseconds);
    }
}
