package org.rmi4mpi.bridge;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;

/**
 * Native memory in which one MPI operation is kept while it is pending, and the status it ends with.
 *
 * <pre>
 *  0        8      12       16    20          24       32         36     40
 * +--------+------+--------+-----+-----------+--------+----------+------+
 * | handle | done | source | tag | cancelled | length | blocking | zero |
 * +--------+------+--------+-----+-----------+--------+----------+------+
 * </pre>
 *
 * <p>A slot is owned by whoever acquired it, until its release; the pool by the holder of the entry
 * lock.
 */
public final class RequestSlot {
    private static final int SIZE = 40;
    private static final int SLOTS_PER_BLOCK = 128;
    private static final ArrayDeque<RequestSlot> POOL = new ArrayDeque<>();

    private final ByteBuffer memory;
    private final long address;

    private RequestSlot(ByteBuffer memory, long address) {
        this.memory = memory;
        this.address = address;
    }

    public static RequestSlot acquire() {
        Mpi.enter();
        try {
            if (POOL.isEmpty()) {
                addBlock();
            }
            RequestSlot slot = POOL.pop();
            slot.memory.putInt(32, 0);
            return slot;
        } finally {
            Mpi.leave();
        }
    }

    private static void addBlock() {
        ByteBuffer block = ByteBuffer.allocateDirect(SIZE * SLOTS_PER_BLOCK);
        long address = Mpi.address(block);
        for (int i = 0; i < SLOTS_PER_BLOCK; i++) {
            ByteBuffer memory = block.slice(i * SIZE, SIZE).order(ByteOrder.nativeOrder());
            POOL.push(new RequestSlot(memory, address + (long) i * SIZE));
        }
    }

    public void release() {
        Mpi.enter();
        try {
            POOL.push(this);
        } finally {
            Mpi.leave();
        }
    }

    long address() {
        return address;
    }

    /** The int that a query left. */
    public int value() {
        return memory.getInt(0);
    }

    /** The handle that a query left. */
    public long handle() {
        return memory.getLong(0);
    }

    /** Takes over the message that a probe has matched. */
    public void takeMessage(RequestSlot probe) {
        memory.putLong(0, probe.handle());
        memory.putInt(8, 0);
    }

    /** Asks for the form of a collective operation that blocks until it has ended. */
    public void block() {
        memory.putInt(32, 1);
    }

    boolean isBlocking() {
        return memory.getInt(32) != 0;
    }

    public boolean isDone() {
        return memory.getInt(8) != 0;
    }

    public int source() {
        return memory.getInt(12);
    }

    public int tag() {
        return memory.getInt(16);
    }

    public boolean isCancelled() {
        return memory.getInt(20) != 0;
    }

    /** Length of the message, in bytes. */
    public long length() {
        return memory.getLong(24);
    }
}
