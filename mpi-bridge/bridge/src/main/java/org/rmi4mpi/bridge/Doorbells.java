package org.rmi4mpi.bridge;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.stream.IntStream;

/**
 * Wakes ranks of the same node. Each rank has a cache line in shared memory, with two futexes. Ranks of other nodes cannot
 * be woken. Used by any thread, even after MPI has been finalised.
 *
 * <pre>
 *  0            4            8       12         16        20     24             28     64
 * +------------+------------+-------+----------+---------+------+--------------+------+
 * | attendants | crew rings | stirs | sleepers | waiters | core | waiter rings | zero |
 * +------------+------------+-------+----------+---------+------+--------------+------+
 * </pre>
 *
 * <p>{@code core} is 1 plus the number of the core on which a thread of the rank has computed last; 0 before its first
 * sleep. Only C reads and writes it.
 */
public final class Doorbells {
    private static final int LINE = 64;
    /** Kinds of sleeping threads. A next leader and a deputy have no user frames. The next leader is rung first. */
    public static final int WAITER = 1;
    public static final int NEXT_LEADER = 2;
    public static final int DEPUTY = 4;

    private static final int ATTENDANTS = 0;
    private static final int CREW_RINGS = 4;
    private static final int STIRS = 8;
    private static final int SLEEPERS = 12;
    private static final int WAITERS = 16;
    private static final int WAITER_RINGS = 24;

    private final int rank;
    private final long[] addresses;
    /** Indexed by rank; null for ranks of other nodes. */
    private final ByteBuffer[] lines;
    private final boolean isReachedByAll;
    private final int[] near;
    /** The address of the lines of this node's ranks, and their number. */
    private final long nodeLines;
    private final int nodeSize;

    private Doorbells(int rank, long[] addresses, long nodeLines, int nodeSize) {
        this.rank = rank;
        this.nodeLines = nodeLines;
        this.nodeSize = nodeSize;
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
        isReachedByAll = all;
        near = IntStream.range(0, addresses.length).filter(i -> addresses[i] != 0).toArray();
    }

    /**
     * Opens the doorbells. Collective over the communicator. If a node lacks shared memory for all or some of its
     * ranks, its first rank warns, and ranks without a doorbell cannot be woken.
     */
    public static Doorbells open(long communicator, int rank, int size) {
        NativeBuffer found = NativeBuffer.acquire(Long.BYTES * (size + 4));
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
            return new Doorbells(rank, addresses, found.bytes().getLong(Long.BYTES * (size + 2)),
                    (int) found.bytes().getLong(Long.BYTES * (size + 3)));
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

    /** Whether this rank can wake another, and read its words. */
    public boolean reaches(int peer) {
        return addresses[peer] != 0;
    }

    /** The ranks that this rank can wake, and itself. */
    public int[] near() {
        return near;
    }

    /** Whether every rank can wake this one. */
    public boolean isReachedByAll() {
        return isReachedByAll;
    }

    /** Whether a rank has a thread that takes whatever arrives, or is on another node and cannot be woken. */
    public boolean isAttended(int peer) {
        ByteBuffer line = lines[peer];
        return line == null || line.getInt(ATTENDANTS) != 0;
    }

    /**
     * Adds to the number of threads of this rank that take whatever arrives. After subtracting, the caller has to check
     * once more for earlier arrivals.
     */
    public void countAttendants(int more) {
        Mpi.count(addresses[rank], ATTENDANTS, more);
    }

    /** The threads of a rank that sleep until a reply or mail arrives; 0 for a rank of another node. */
    public int waiters(int peer) {
        ByteBuffer line = lines[peer];
        return line == null ? 0 : line.getInt(WAITERS);
    }

    /**
     * Adds to the threads of this rank that sleep until a reply or mail arrives. After adding, the caller has to check
     * once more for earlier arrivals.
     */
    public void countWaiters(int more) {
        Mpi.count(addresses[rank], WAITERS, more);
    }

    /** Number of times this rank's clean threads have been rung for, for {@link #doze}. */
    public int crewRings() {
        return read(CREW_RINGS);
    }

    /** Number of times the thread that waits for a reply has been rung for, for {@link #doze}. */
    public int waiterRings() {
        return read(WAITER_RINGS);
    }

    /**
     * Wakes one clean thread of a rank, or else the thread that sleeps until a reply arrives. Does nothing for a rank of
     * another node.
     */
    public void ringCrew(int peer) {
        if (addresses[peer] != 0) {
            Mpi.ringCrew(addresses[peer]);
        }
    }

    /** Wakes the thread of a rank that sleeps until a reply arrives. Does nothing for a rank of another node. */
    public void ringWaiter(int peer) {
        if (addresses[peer] != 0) {
            Mpi.ringWaiter(addresses[peer]);
        }
    }

    /**
     * Adds to the number of threads of this rank that sleep until a message arrives. After adding, the caller has to
     * check once more for earlier arrivals.
     */
    public void countSleepers(int more) {
        Mpi.count(addresses[rank], SLEEPERS, more);
    }

    /** Whether a rank of this node has threads that sleep until a message arrives. */
    public boolean hasSleepers(int peer) {
        ByteBuffer line = lines[peer];
        return line != null && line.getInt(SLEEPERS) != 0;
    }

    /** Counts a stir of a rank of this node, to tell it from a ring for a frame. The caller rings. */
    public void stir(int peer) {
        if (addresses[peer] != 0) {
            Mpi.count(addresses[peer], STIRS, 1);
        }
    }

    /** Number of times this rank has been stirred. */
    public int stirs() {
        return read(STIRS);
    }

    /**
     * Called by a thread of this rank that computes again after a sleep. Moves the thread to the core on which the
     * fewest other ranks of the node compute. The kernel wakes a thread on the core where it slept, so that two ranks
     * would share a core while another one is idle.
     */
    public void takeCore() {
        if (nodeSize > 1) {
            Mpi.takeCore(addresses[rank], nodeLines, nodeSize);
        }
    }

    private int read(int word) {
        int value = lines[rank].getInt(word);
        VarHandle.acquireFence();
        return value;
    }

    /**
     * Sleeps until the bell rings or the timeout passes.
     *
     * @param rings count returned by {@link #crewRings} or {@link #waiterRings}; returns at once if it has changed
     * @param kind kind of the current thread
     */
    public void doze(int rings, int kind, long nanoseconds) {
        Mpi.doze(addresses[rank], rings, kind, nanoseconds);
    }
}
