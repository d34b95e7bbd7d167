package org.rmi4mpi.bridge;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Messages of bytes of a limited length, for which a ring of receives waits: MPI fills them in the order in which they
 * were posted. Frames are sent by any thread, and received by one at a time.
 *
 * <pre>
 *  0        4      8      16         20     24        88
 * +--------+------+------+----------+------+---------+
 * | source | next | comm | capacity | free | receives|
 * +--------+------+------+----------+------+---------+
 * </pre>
 */
public final class FrameMessages {
    /** How many receives there are. */
    public static final int RECEIVES = 8;
    /** What {@link #next} returns where there is none. */
    public static final int NONE = -1;

    private static final int SIZE = 88;
    private static final int SOURCE = 0;

    private final ByteBuffer memory = ByteBuffer.allocateDirect(SIZE).order(ByteOrder.nativeOrder());
    private final long address = Mpi.address(memory);

    /**
     * @param capacity of each buffer; no frame may be longer
     * @param buffers their addresses
     */
    public FrameMessages(long communicator, int capacity, long[] buffers) {
        NativeBuffer addresses = NativeBuffer.acquire(Long.BYTES * RECEIVES);
        try {
            addresses.bytes().asLongBuffer().put(buffers);
            int result = Mpi.openFrames(address, communicator, capacity, addresses.address());
            if (result < 0) {
                throw new IllegalStateException("receives of frames were not posted: " + Mpi.errorString(code(result)));
            }
        } finally {
            addresses.release();
        }
    }

    /**
     * Asks for the next frame, whose buffer is then the caller's.
     *
     * @param buffer address of one for the place in the ring that is free for longest; 0 where none is free, or there
     *     is no memory for it: then the others are filled first
     * @return length of the frame; {@link #NONE}; or what {@link #isError} takes for an error
     */
    public int next(long buffer) {
        return Mpi.nextFrame(address, buffer);
    }

    /** The rank that the last frame came from. */
    public int source() {
        return memory.getInt(SOURCE);
    }

    /** Sends a frame. Returns 1 where it has left, 0 where the slot is to be tested for that, or an error. */
    public int send(long frame, int length, int receiver, RequestSlot slot) {
        return Mpi.sendFrame(address, frame, length, receiver, slot);
    }

    /** Ends the receives. No other thread uses this object any more. */
    public void close() {
        Mpi.closeFrames(address);
    }

    public static boolean isError(int result) {
        return result < NONE;
    }

    /** MPI's code of an error. */
    public static int code(int result) {
        return -4 - result;
    }
}
