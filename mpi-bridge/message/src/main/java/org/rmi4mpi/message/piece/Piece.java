package org.rmi4mpi.message.piece;

import java.nio.ByteBuffer;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;

/**
 * The memory of a message that continues a {@link FirstMessage}, on the job's communicator for objects:
 *
 * <pre>
 *  0       4
 * +-------+-------+
 * | state | bytes |
 * +-------+-------+
 * </pre>
 */
record Piece(NativeBuffer memory, RequestSlot slot) {
    /** States: another piece follows, none does, and the sender cannot go on, so that the objects are not whole. */
    static final int MORE = 0;
    static final int LAST = 1;
    static final int FAILED = 2;

    static final int HEADER = 4;
    /** The most bytes of a piece. A buffer of this length is there also where the JVM has no direct memory. */
    static final int LARGEST = 64 << 10;
    /** The most bytes of objects in it. */
    static final int ROOM = LARGEST - HEADER;

    /** @param room the least bytes of objects in it */
    static Piece acquire(int room) {
        NativeBuffer memory = NativeBuffer.acquire(HEADER + room);
        Piece made = null;
        try {
            made = new Piece(memory, RequestSlot.acquire());
            return made.clear();
        } finally {
            if (made == null) {
                memory.release();
            }
        }
    }

    ByteBuffer bytes() {
        return memory.bytes();
    }

    int state() {
        return bytes().getInt(0);
    }

    /** Empties the piece, for its writer. */
    Piece clear() {
        bytes().clear().position(HEADER);
        return this;
    }

    void release() {
        slot.release();
        memory.release();
    }
}
