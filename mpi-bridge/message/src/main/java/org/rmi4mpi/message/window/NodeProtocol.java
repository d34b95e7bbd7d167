package org.rmi4mpi.message.window;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NodeMemory;
import org.rmi4mpi.message.Awaiting;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.collective.SharedMemory;
import org.rmi4mpi.message.data.Constants;

/**
 * Synchronises a window whose ranks are on one node and reach its memory themselves. They share a block of ints for each rank:
 *
 * <pre>
 *  0           4      8         12        16          20        24     32       64        68           128
 * +-----------+------+---------+---------+-----------+---------+------+--------+---------+------------+-----------------
 * | combining | next | serving | readers | completed | process | base | writer | arrived | generation | posted, by rank ...
 * +-----------+------+---------+---------+-----------+---------+------+--------+---------+------------+-----------------
 * </pre>
 *
 * <ul>
 *   <li>combining: the lock of operations that combine elements of this rank's memory
 *   <li>next, serving, readers: the lock of the window at this rank. Who wants it takes a number, and has it when that number is
 *       served. A reader lets the next number be served at once; a writer waits until no reader is left.
 *   <li>completed: calls of {@code complete} by ranks that this rank has posted the window to
 *   <li>process, base: where {@link NodeMemory} finds this rank's memory
 *   <li>writer: the rank that has the exclusive lock, from 1, for reports of waits; 0 for none
 *   <li>arrived, generation: of a fence; those of rank 0 are used
 *   <li>posted: whether another rank has posted its window to this one
 * </ul>
 *
 * <p>A thread waits until one of these ints has the value that it needs. The rank that writes this value stirs the others.
 */
final class NodeProtocol implements WindowProtocol {
    private static final VarHandle INT =
            MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final int COMBINING = 0;
    private static final int NEXT = 4;
    private static final int SERVING = 8;
    private static final int READERS = 12;
    private static final int COMPLETED = 16;
    private static final int PROCESS = 20;
    private static final int BASE = 24;
    private static final int WRITER = 32;
    private static final int ARRIVED = 64;
    private static final int GENERATION = 68;
    private static final int POSTED = 128;
    private static final int LINE = 64;
    /** Looks at an int before the thread waits as inside MPI. */
    private static final int LOOKS = 100;

    private static final byte FREE = 0;
    private static final byte SHARED = 1;
    private static final byte EXCLUSIVE = 2;
    private static final byte UNCHECKED = 3;

    private final Communicator comm;
    private final SharedMemory memory;
    private final ByteBuffer shared;
    private final long address;
    private final int rank;
    private final int ranks;
    /** The addresses of each rank's memory in this process; null where it is not mapped. */
    private final long[] mapped;
    /** The lock that this rank has of each rank. {@link Epochs} lets one thread use an element at a time. */
    private final byte[] held;
    private int[] started = {};
    private int posted;

    /**
     * @param memory with room for {@link #bytes}
     * @param mapped addresses of each rank's memory in this process; null where it is not mapped
     */
    NodeProtocol(Communicator comm, SharedMemory memory, long[] mapped) {
        this.comm = comm;
        this.memory = memory;
        this.shared = memory.extra();
        this.address = Mpi.address(shared);
        this.rank = comm.rank();
        this.ranks = comm.size();
        this.mapped = mapped;
        this.held = new byte[ranks];
    }

    /** Bytes that the ranks share, besides the memory of the window. */
    static int bytes(int ranks) {
        return ranks * block(ranks);
    }

    private static int block(int ranks) {
        return POSTED + (ranks * Integer.BYTES + LINE - 1) / LINE * LINE;
    }

    private int at(int owner, int field) {
        return owner * block(ranks) + field;
    }

    private int get(int owner, int field) {
        return (int) INT.getAcquire(shared, at(owner, field));
    }

    private void set(int owner, int field, int value) {
        INT.setRelease(shared, at(owner, field), value);
    }

    private int add(int owner, int field, int more) {
        return (int) INT.getAndAdd(shared, at(owner, field), more);
    }

    private void await(int owner, int field, int value) {
        for (int i = 0; i < LOOKS; i++) {
            if (get(owner, field) == value) {
                return;
            }
            Thread.onSpinWait();
        }
        NodeMemory.await(address + at(owner, field), value, () -> awaited(owner, field));
        Reference.reachabilityFence(shared);
    }

    private Awaited awaited(int owner, int field) {
        if (field == GENERATION) {
            return Awaiting.others("fence", comm.label(), comm.worldRanks());
        } else if (field == SERVING || field == READERS) {
            return Awaiting.lock(comm.label(), comm.worldRanks(), owner, get(owner, WRITER) - 1);
        }
        return null;
    }

    private void stirAll() {
        Job.stirAll(comm.worldRanks());
    }

    /** Tells the others where this rank's memory is, where it is not mapped; they {@link #reach} it after they have met. */
    void tell(long base) {
        shared.putInt(at(rank, PROCESS), NodeMemory.open());
        shared.putLong(at(rank, BASE), base);
    }

    /** @throws IOException where the kernel does not let this rank reach the memory of the next one */
    void reach() throws IOException {
        int next = (rank + 1) % ranks;
        if (!NodeMemory.canReach(process(next), base(next))) {
            throw new IOException("no access to the memory of process " + process(next));
        }
    }

    /** The process of a rank, for {@link NodeMemory}. */
    int process(int other) {
        return mapped != null || other == rank ? 0 : shared.getInt(at(other, PROCESS));
    }

    /** The address of a rank's memory in that process. */
    long base(int other) {
        return mapped != null ? mapped[other] : shared.getLong(at(other, BASE));
    }

    /** The address of the lock for {@link NodeMemory#combine}. */
    long combining(int other) {
        return address + at(other, COMBINING);
    }

    @Override
    public int fence(int assertion) {
        int before = get(0, GENERATION);
        if (add(0, ARRIVED, 1) == ranks - 1) {
            set(0, ARRIVED, 0);
            set(0, GENERATION, before + 1);
            stirAll();
        } else {
            await(0, GENERATION, before + 1);
        }
        return Mpi.SUCCESS;
    }

    private static boolean isUnchecked(int assertion) {
        return (assertion & Constants.NO_CHECK) != 0;
    }

    @Override
    public int start(int[] ranks, int assertion) {
        if (!isUnchecked(assertion)) {
            for (int other : ranks) {
                await(rank, POSTED + other * Integer.BYTES, 1);
                set(rank, POSTED + other * Integer.BYTES, 0);
            }
        }
        started = ranks;
        return Mpi.SUCCESS;
    }

    @Override
    public int complete() {
        for (int other : started) {
            add(other, COMPLETED, 1);
        }
        stirAll();
        return Mpi.SUCCESS;
    }

    @Override
    public int post(int[] ranks, int assertion) {
        posted = ranks.length;
        if (!isUnchecked(assertion)) {
            for (int other : ranks) {
                set(other, POSTED + rank * Integer.BYTES, 1);
            }
            stirAll();
        }
        return Mpi.SUCCESS;
    }

    @Override
    public int await() {
        await(rank, COMPLETED, posted);
        set(rank, COMPLETED, 0);
        return Mpi.SUCCESS;
    }

    @Override
    public int test(boolean[] isOver) {
        isOver[0] = get(rank, COMPLETED) == posted;
        return isOver[0] ? await() : Mpi.SUCCESS;
    }

    @Override
    public int lock(int type, int owner, int assertion) {
        if (isUnchecked(assertion)) {
            held[owner] = UNCHECKED;
        } else if (type == Constants.LOCK_SHARED) {
            await(owner, SERVING, add(owner, NEXT, 1));
            add(owner, READERS, 1);
            serveNext(owner);
            held[owner] = SHARED;
        } else {
            await(owner, SERVING, add(owner, NEXT, 1));
            await(owner, READERS, 0);
            set(owner, WRITER, rank + 1);
            held[owner] = EXCLUSIVE;
        }
        return Mpi.SUCCESS;
    }

    private void serveNext(int owner) {
        INT.setVolatile(shared, at(owner, SERVING), get(owner, SERVING) + 1);
        stirWaiters(owner);
    }

    private void stirWaiters(int owner) {
        if ((int) INT.getVolatile(shared, at(owner, NEXT)) != get(owner, SERVING)) {
            stirAll();
        }
    }

    @Override
    public int unlock(int owner) {
        byte lock = held[owner];
        held[owner] = FREE;
        if (lock == EXCLUSIVE) {
            set(owner, WRITER, 0);
            serveNext(owner);
        } else if (lock == SHARED && add(owner, READERS, -1) == 1) {
            stirWaiters(owner);
        }
        return Mpi.SUCCESS;
    }

    @Override
    public int lockAll(int assertion) {
        for (int i = 0; i < ranks; i++) {
            lock(Constants.LOCK_SHARED, i, assertion);
        }
        return Mpi.SUCCESS;
    }

    @Override
    public int unlockAll() {
        for (int i = 0; i < ranks; i++) {
            unlock(i);
        }
        return Mpi.SUCCESS;
    }

    /** Each operation has ended when its call returned. */
    @Override
    public int flush(int owner, boolean local) {
        return sync();
    }

    @Override
    public int flushAll(boolean local) {
        return sync();
    }

    @Override
    public int sync() {
        VarHandle.fullFence();
        return Mpi.SUCCESS;
    }

    /** The last rank to leave gives back the memory, which the JVM may unmap much later. */
    @Override
    public int free() {
        fence(0);
        if (add(0, ARRIVED, 1) == ranks - 1) {
            memory.drop();
        }
        return Mpi.SUCCESS;
    }
}
