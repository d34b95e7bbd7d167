package org.rmi4mpi.bridge;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Native memory that holds one pending MPI request, the status of its completion, and room for a short message.
 *
 * <pre>
 *  0        8      12       16    20          24       32         36         40               88      128    384
 * +--------+------+--------+-----+-----------+--------+----------+----------+----------------+-------+------+
 * | handle | done | source | tag | cancelled | length |   form   | expected | of receives.c  |       | room |
 * +--------+------+--------+-----+-----------+--------+----------+----------+----------------+-------+------+
 * </pre>
 *
 * <p>A slot belongs to the thread that acquired it, until its release. The pool is shared and synchronized.
 */
public final class RequestSlot {
    /** Where the room for a message begins. */
    public static final int ROOM = 128;
    /** The longest message that has room, in bytes. */
    public static final int ROOM_BYTES = 256;

    private static final int SIZE = ROOM + ROOM_BYTES;
    private static final int FORM = 32;
    private static final int EXPECTED = 36;
    private static final int BLOCKING = 1;
    private static final int SLOTS_PER_BLOCK = 128;
    private static final Object POOL = new Object();

    /**
     * First free slot; each links to the next. The pool's code makes no calls, so a stack overflow cannot damage it.
     */
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
        slot.memory.putInt(FORM, 0);
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
        long address = Mpi.address(block);
        RequestSlot last = null;
        for (int i = 0; i < SLOTS_PER_BLOCK; i++) {
            ByteBuffer memory = block.slice(i * SIZE, SIZE).order(ByteOrder.nativeOrder());
            memory.putInt(EXPECTED, 0); // The slot is in no list.
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

    /** The address of the room for a message. */
    public long room() {
        return address + ROOM;
    }

    /** The slot's memory; a message begins at {@link #ROOM}. */
    public ByteBuffer bytes() {
        return memory;
    }

    /** The int result of a query. */
    public int value() {
        return memory.getInt(0);
    }

    /** The handle result of a query. */
    public long handle() {
        return memory.getLong(0);
    }

    /** Selects the blocking form of a collective operation. */
    public void block() {
        memory.putInt(FORM, BLOCKING);
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

    /** The system's error that an access to a file has left; 0 where there is none. */
    public int systemError() {
        return tag();
    }

    /** MPI's class of {@link #systemError}. */
    public int errorClass() {
        return source();
    }

    public boolean isCancelled() {
        return memory.getInt(20) != 0;
    }

    /** Length of the message, in bytes. */
    public long length() {
        return memory.getLong(24);
    }
}
