package org.rmi4mpi.bridge;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Native memory that MPI reads or writes, from a pool with fixed sizes: powers of two up to 1 MiB, and eight sizes per
 * doubling above.
 *
 * <p>If the JVM has no direct memory left, a small buffer is allocated from the C library. Other threads may wait for
 * its contents.
 *
 * <p>A buffer belongs to the thread that acquired it, until its release. The pool is shared and synchronized. Free
 * buffers are linked to each other, so that a release needs no memory.
 */
public final class NativeBuffer implements Memory {
    private static final int SMALLEST_SHIFT = 8;
    private static final int LARGEST_POWER_SHIFT = 20;
    private static final int LARGEST_SHIFT = 30;
    private static final int STEPS_SHIFT = 3;
    /**
     * A buffer that another rank has just read is in that rank's cache, and slow to write again. So buffers of 16 KiB
     * or more take turns: a free buffer is reused only when 2 MiB of its size are free.
     */
    private static final int SMALLEST_IN_TURN = 16 << 10;
    private static final int BYTES_IN_TURN = 2 << 20;
    /** Upper bound on free memory kept in the pool, in bytes. Memory beyond it goes back to the JVM. */
    private static final long KEPT_BYTES = Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 8);

    private static final Free[] POOL =
            new Free[LARGEST_POWER_SHIFT - SMALLEST_SHIFT + 1 + (LARGEST_SHIFT - LARGEST_POWER_SHIFT << STEPS_SHIFT)];
    /** Largest buffer allocated from the C library, in bytes. */
    private static final int LARGEST_BESIDE = 64 << 10;
    /** Place of a buffer that does not return to the pool. */
    private static final int UNPOOLED = -1;

    private static long keptBytes;

    static {
        for (int i = 0; i < POOL.length; i++) {
            POOL[i] = new Free();
        }
    }

    /** Free buffers of one size, the longest unused first. Guarded by the pool's monitor. */
    private static final class Free {
        private NativeBuffer first;
        private NativeBuffer last;
        private int count;

        NativeBuffer poll() {
            NativeBuffer taken = first;
            first = taken.next;
            taken.next = null;
            if (first == null) {
                last = null; // The JVM may free it.
            }
            count--;
            return taken;
        }

        void add(NativeBuffer buffer) {
            if (first == null) {
                first = buffer;
            } else {
                last.next = buffer;
            }
            last = buffer;
            count++;
        }

        void clear() {
            while (first != null) {
                poll().free();
            }
        }
    }

    private final ByteBuffer bytes;
    private final long address;
    private final int place;
    /** Whether it was allocated from the C library. */
    private final boolean isBeside;
    private NativeBuffer next;

    private NativeBuffer(ByteBuffer bytes, int place, boolean isBeside) {
        this.bytes = bytes;
        address = Mpi.address(bytes);
        this.place = place;
        this.isBeside = isBeside;
    }

    private static NativeBuffer ofJvm(int capacity, int place) {
        return new NativeBuffer(ByteBuffer.allocateDirect(capacity).order(ByteOrder.nativeOrder()), place, false);
    }

    private static NativeBuffer besideJvm(int capacity, int place, OutOfMemoryError noDirectMemory) {
        long memory = capacity <= LARGEST_BESIDE ? Mpi.allocate(capacity) : 0;
        if (memory == 0) {
            throw noDirectMemory;
        }
        NativeBuffer made = null;
        try {
            made = new NativeBuffer(Mpi.bytesAt(memory, capacity), place, true);
            return made;
        } finally {
            if (made == null) {
                Mpi.free(memory);
            }
        }
    }

    /** Frees the memory of a buffer that is not kept. */
    private void free() {
        if (isBeside) {
            Mpi.free(address);
        }
    }

    /**
     * Returns a buffer of at least the given length in bytes, with position 0 and limit at its capacity. Its contents
     * are arbitrary.
     *
     * @throws OutOfMemoryError if there is no direct memory for it and it is not small; before that, the JVM has
     *     collected garbage for half a second
     */
    public static NativeBuffer acquire(int length) {
        int place = placeOf(length);
        if (place == UNPOOLED) {
            return allocate(length, UNPOOLED);
        }
        int capacity = capacityOf(place);
        synchronized (POOL) {
            Free frees = POOL[place];
            boolean rested = capacity < SMALLEST_IN_TURN || (long) frees.count * capacity >= BYTES_IN_TURN;
            if (rested && frees.first != null) {
                return taken(frees);
            }
        }
        return allocate(capacity, place);
    }

    /** Returns a buffer that begins with these values. */
    public static NativeBuffer of(int... values) {
        NativeBuffer memory = acquire(Integer.BYTES * values.length);
        memory.bytes.asIntBuffer().put(0, values);
        return memory;
    }

    /** Returns a buffer that begins with these values. */
    public static NativeBuffer of(long... values) {
        NativeBuffer memory = acquire(Long.BYTES * values.length);
        memory.bytes.asLongBuffer().put(0, values);
        return memory;
    }

    private static NativeBuffer taken(Free frees) {
        NativeBuffer free = frees.poll();
        keptBytes -= free.bytes.capacity();
        free.bytes.clear();
        return free;
    }

    /** Index in the pool for buffers of the given length. */
    private static int placeOf(int length) {
        int last = Math.max(length, 1 << SMALLEST_SHIFT) - 1;
        int shift = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(last);
        if (shift < LARGEST_POWER_SHIFT) {
            return shift + 1 - SMALLEST_SHIFT;
        } else if (length > 1 << LARGEST_SHIFT) {
            return UNPOOLED;
        }
        int step = last >> shift - STEPS_SHIFT & (1 << STEPS_SHIFT) - 1;
        return LARGEST_POWER_SHIFT - SMALLEST_SHIFT + 1 + (shift - LARGEST_POWER_SHIFT << STEPS_SHIFT) + step;
    }

    private static int capacityOf(int place) {
        int beyond = place - (LARGEST_POWER_SHIFT - SMALLEST_SHIFT + 1);
        if (beyond < 0) {
            return 1 << place + SMALLEST_SHIFT;
        }
        int shift = LARGEST_POWER_SHIFT + (beyond >> STEPS_SHIFT);
        int step = beyond & (1 << STEPS_SHIFT) - 1;
        return (1 << shift) + (step + 1 << shift - STEPS_SHIFT);
    }

    private static NativeBuffer allocate(int capacity, int place) {
        try {
            return ofJvm(capacity, place);
        } catch (OutOfMemoryError e) {
            NativeBuffer unrested = takeUnrested(place);
            if (unrested != null) {
                return unrested;
            }
        }
        dropFree();
        try {
            return ofJvm(capacity, place);
        } catch (OutOfMemoryError e) {
            return besideJvm(capacity, place, e);
        }
    }

    private static NativeBuffer takeUnrested(int place) {
        synchronized (POOL) {
            return place == UNPOOLED || POOL[place].first == null ? null : taken(POOL[place]);
        }
    }

    /** Releases all free buffers to the JVM. */
    private static void dropFree() {
        synchronized (POOL) {
            for (Free frees : POOL) {
                frees.clear();
            }
            keptBytes = 0;
        }
    }

    @Override
    public void release() {
        if (place == UNPOOLED) {
            return;
        }
        int capacity = bytes.capacity();
        synchronized (POOL) {
            if (keptBytes + capacity <= KEPT_BYTES) {
                keptBytes += capacity;
                POOL[place].add(this);
                return;
            }
        }
        free();
    }

    /** The memory, in native byte order. */
    public ByteBuffer bytes() {
        return bytes;
    }

    @Override
    public long address() {
        return address;
    }
}
