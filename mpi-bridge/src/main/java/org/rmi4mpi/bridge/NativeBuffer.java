package org.rmi4mpi.bridge;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Native memory that MPI reads from or writes into, from a pool of a few sizes: powers of two up to 1 MiB, and eight
 * sizes for each doubling beyond.
 *
 * <p>Where the JVM has no direct memory left, a small buffer lies in memory of the C library: what is written into it may be
 * what others wait for.
 *
 * <p>A buffer belongs to whoever acquired it, until its release; the pool is shared and synchronized. Free buffers are
 * linked to each other, so that a release needs no memory.
 */
public final class NativeBuffer implements Memory {
    private static final int SMALLEST_SHIFT = 8;
    private static final int LARGEST_POWER_SHIFT = 20;
    private static final int LARGEST_SHIFT = 30;
    private static final int STEPS_SHIFT = 3;
    /**
     * A buffer that another rank has just read is in that rank's cache, from where it is slow to get back. Larger ones
     * therefore take turns: so many bytes of each size lie between two uses of one.
     */
    private static final int SMALLEST_IN_TURN = 16 << 10;
    private static final int BYTES_IN_TURN = 2 << 20;
    /** Free memory kept for later, in bytes; more goes back to the JVM. */
    private static final long KEPT_BYTES = Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 8);

    private static final Free[] POOL =
            new Free[LARGEST_POWER_SHIFT - SMALLEST_SHIFT + 1 + (LARGEST_SHIFT - LARGEST_POWER_SHIFT << STEPS_SHIFT)];
    /** A larger buffer lies in direct memory of the JVM or nowhere, in bytes. */
    private static final int LARGEST_BESIDE = 64 << 10;
    /** Of a buffer that does not go back to the pool. */
    private static final int UNPOOLED = -1;

    private static long keptBytes;

    static {
        for (int i = 0; i < POOL.length; i++) {
            POOL[i] = new Free();
        }
    }

    /** Buffers of one size, the one that has rested longest first. Under the pool's monitor. */
    private static final class Free {
        private NativeBuffer first;
        private NativeBuffer last;
        private int count;

        NativeBuffer poll() {
            NativeBuffer taken = first;
            first = taken.next;
            taken.next = null;
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
    /** Whether it lies in memory of the C library. */
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

    /** Where it is not kept. */
    private void free() {
        if (isBeside) {
            Mpi.free(address);
        }
    }

    /**
     * A buffer of at least so many bytes, position 0, limit at its capacity. Its content is arbitrary.
     *
     * @throws OutOfMemoryError where there is no direct memory for it, and it is not small; the JVM has collected garbage
     *     before, for half a second
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

    private static NativeBuffer taken(Free frees) {
        NativeBuffer free = frees.poll();
        keptBytes -= free.bytes.capacity();
        free.bytes.clear();
        return free;
    }

    /** Where buffers of so many bytes are kept. */
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

    /** Gives back to the JVM what is kept for later. */
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

    /** The memory in native byte order. */
    public ByteBuffer bytes() {
        return bytes;
    }

    @Override
    public long address() {
        return address;
    }
}
