package org.rmi4mpi.bridge;

import java.lang.annotation.Native;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Byte messages of limited length, received into a ring of preposted receives. MPI fills the receives in the order of
 * posting. Any thread sends frames. One thread at a time receives them.
 *
 * <pre>
 *  0        4      8      16         20     24        88
 * +--------+------+------+----------+------+---------+
 * | source | next | comm | capacity | free | receives|
 * +--------+------+------+----------+------+---------+
 * </pre>
 */
public final class FrameMessages {
    /** Number of preposted receives. frames.c takes it from the header that javac makes. */
    @Native
    public static final int RECEIVES = 8;
    /** Result of {@link #next} if no frame has arrived. */
    public static final int NONE = -1;

    private static final int SIZE = 24 + Long.BYTES * RECEIVES;
    private static final int SOURCE = 0;

    private final ByteBuffer memory = ByteBuffer.allocateDirect(SIZE).order(ByteOrder.nativeOrder());
    private final long address = Mpi.address(memory);

    /**
     * @param capacity size of each buffer in bytes, and maximum length of a frame
     * @param buffers addresses of the buffers
     */
    public FrameMessages(long communicator, int capacity, long[] buffers) {
        NativeBuffer addresses = NativeBuffer.acquire(Long.BYTES * RECEIVES);
        try {
            addresses.bytes().asLongBuffer().put(buffers);
            int result = Mpi.openFrames(address, communicator, capacity, addresses.address());
            if (result < 0) {
                throw new IllegalStateException("could not post receives for frames: " + Mpi.errorString(code(result)));
            }
        } finally {
            addresses.release();
        }
    }

    /**
     * Receives the next frame. Its buffer then belongs to the caller.
     *
     * @param buffer address of a buffer for the place in the ring that has been empty for longest. 0 if no place is
     *     empty, or there is no memory; the ring then stays shorter.
     * @return length of the frame in bytes, {@link #NONE}, or an error (see {@link #isError})
     */
    public int next(long buffer) {
        return Mpi.nextFrame(address, buffer);
    }

    /** The sender of the last frame. */
    public int source() {
        return memory.getInt(SOURCE);
    }

    /** Sends a frame. Returns 1 if it has left, 0 if it is in flight and the slot must be tested, or an error. */
    public int send(long frame, int length, int receiver, RequestSlot slot) {
        return Mpi.sendFrame(address, frame, length, receiver, slot);
    }

    /** Cancels the receives. No thread may use this object afterwards. */
    public void close() {
        Mpi.closeFrames(address);
    }

    public static boolean isError(int result) {
        return result < NONE;
    }

    /** MPI's error code. */
    public static int code(int result) {
        return -4 - result;
    }
}
