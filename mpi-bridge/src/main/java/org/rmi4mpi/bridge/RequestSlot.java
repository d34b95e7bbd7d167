package org.rmi4mpi.bridge;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Native memory in which one MPI operation is kept while it is pending, and the status it ends with.
 *
 * <pre>
 *  0        8      12       16    20          24       32         36         40               88
 * +--------+------+--------+-----+-----------+--------+----------+----------+----------------+
 * | handle | done | source | tag | cancelled | length | blocking | expected | of receives.c  |
 * +--------+------+--------+-----+-----------+--------+----------+----------+----------------+
 * </pre>
 *
 * <p>A slot is owned by whoever acquired it, until its release; the pool is shared and synchronized.
 */
public final class RequestSlot {
    private static final int SIZE = 88;
    private static final int BLOCKING = 32;
    private static final int SLOTS_PER_BLOCK = 128;
    private static final Object POOL = new Object();

    /** The pool: each free slot knows the next. It has no calls in it, so that a stack that overflows leaves it whole. */
    private static RequestSlot free;

    private final ByteBuffer memory;
    private final long address;
    private RequestSlot nextFree;

    private RequestSlot(ByteBuffer memory, long address) {
        this.memory = memory;
        this.address = address;
    }

    public static RequestSlot acquire() {
        RequestSlot slot;
        synchronized (POOL) {
            if (free == null) {
                free = newSlots();
            }
            slot = free;
            free = slot.nextFree;
        }
        slot.memory.putInt(BLOCKING, 0);
        return slot;
    }

    private static RequestSlot newSlots() {
        NativeBuffer memory = NativeBuffer.acquire(SIZE * SLOTS_PER_BLOCK);
        RequestSlot made = null;
        try {
            made = slotsOf(memory.bytes());
            return made;
        } finally {
            if (made == null) {
                memory.release();
            }
        }
    }

    private static RequestSlot slotsOf(ByteBuffer block) {
        for (int at = 0; at < SIZE * SLOTS_PER_BLOCK; at += Long.BYTES) {
            block.putLong(at, 0); // no slot is in a list
        }
        long address = Mpi.address(block);
        RequestSlot last = null;
        for (int i = 0; i < SLOTS_PER_BLOCK; i++) {
            ByteBuffer memory = block.slice(i * SIZE, SIZE).order(ByteOrder.nativeOrder());
            RequestSlot slot = new RequestSlot(memory, address + (long) i * SIZE);
            slot.nextFree = last;
            last = slot;
        }
        return last;
    }

    public void release() {
        synchronized (POOL) {
            nextFree = free;
            free = this;
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

    /** Asks for the form of a collective operation that blocks until it has ended. */
    public void block() {
        memory.putInt(BLOCKING, 1);
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
