package org.rmi4mpi.bridge;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;

/**
 * Native memory that MPI reads from or writes into, from a pool of power-of-two sizes.
 *
 * <p>A buffer belongs to whoever acquired it, until its release; the pool is shared and synchronized.
 */
public final class NativeBuffer implements Memory {
    private static final int SMALLEST_SHIFT = 8;
    private static final int LARGEST_SHIFT = 30;
    /**
     * A buffer that another rank has just read is in that rank's cache, from where it is slow to get back. Larger ones
     * therefore take turns: so many bytes of each size lie between two uses of one.
     */
    private static final int SMALLEST_IN_TURN_SHIFT = 14;
    private static final int BYTES_IN_TURN = 2 << 20;
    /** Free memory kept for later, in bytes; more goes back to the JVM. */
    private static final long KEPT_BYTES = Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 8);

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static final ArrayDeque<NativeBuffer>[] POOL = new ArrayDeque[LARGEST_SHIFT + 1];

    private static long keptBytes;

    static {
        for (int shift = SMALLEST_SHIFT; shift <= LARGEST_SHIFT; shift++) {
            POOL[shift] = new ArrayDeque<>();
        }
    }

    private final ByteBuffer bytes;
    private final long address;

    private NativeBuffer(int capacity) {
        bytes = ByteBuffer.allocateDirect(capacity).order(ByteOrder.nativeOrder());
        address = Mpi.address(bytes);
    }

    /** A buffer of at least so many bytes, position 0, limit at its capacity. Its content is arbitrary. */
    public static NativeBuffer acquire(int length) {
        int shift = Math.max(SMALLEST_SHIFT, 32 - Integer.numberOfLeadingZeros(Math.max(length, 1) - 1));
        if (shift > LARGEST_SHIFT) {
            return allocate(length);
        }
        synchronized (POOL) {
            ArrayDeque<NativeBuffer> frees = POOL[shift];
            boolean rested = shift < SMALLEST_IN_TURN_SHIFT || (long) frees.size() << shift >= BYTES_IN_TURN;
            NativeBuffer free = rested ? frees.poll() : null;
            if (free != null) {
                keptBytes -= free.bytes.capacity();
                free.bytes.clear();
                return free;
            }
        }
        return allocate(1 << shift);
    }

    private static NativeBuffer allocate(int capacity) {
        try {
            return new NativeBuffer(capacity);
        } catch (OutOfMemoryError e) {
            dropFree();
            return new NativeBuffer(capacity);
        }
    }

    /** Gives back to the JVM what is kept for later. */
    private static void dropFree() {
        synchronized (POOL) {
            for (int shift = SMALLEST_SHIFT; shift <= LARGEST_SHIFT; shift++) {
                POOL[shift].clear();
            }
            keptBytes = 0;
        }
    }

    @Override
    public void release() {
        int capacity = bytes.capacity();
        if (Integer.bitCount(capacity) != 1) {
            return; // of a size beyond the pool's
        }
        synchronized (POOL) {
            if (keptBytes + capacity <= KEPT_BYTES) {
                keptBytes += capacity;
                POOL[Integer.numberOfTrailingZeros(capacity)].add(this);
            }
        }
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
