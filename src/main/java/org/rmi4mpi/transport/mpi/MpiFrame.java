package org.rmi4mpi.transport.mpi;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.transport.Frame;

/** A frame in memory that MPI reaches. */
final class MpiFrame implements Frame {
    private final MpiTransport home;
    private final NativeBuffer memory;
    private RequestSlot slot;
    private int sender = -1;
    /** What of the room for large frames it takes, and where that is counted; null where it is not. */
    private int room;
    private AtomicLong taken;

    MpiFrame(MpiTransport home, NativeBuffer memory) {
        this.home = home;
        this.memory = memory;
    }

    /** For its sending; it keeps it. */
    RequestSlot slot() {
        if (slot == null) {
            slot = RequestSlot.acquire();
        }
        return slot;
    }

    /** Its memory goes back to where others take it from. */
    void dissolve() {
        if (slot != null) {
            slot.release();
        }
        memory.release();
    }

    /** So many bytes have come from a rank. */
    MpiFrame arrived(int from, int length) {
        sender = from;
        memory.bytes().limit(length);
        return this;
    }

    void takesRoom(int length, AtomicLong of) {
        room = length;
        taken = of;
    }

    void freeRoom() {
        if (taken != null) {
            taken.addAndGet(-room);
            taken = null;
        }
    }

    long address() {
        return memory.address();
    }

    @Override
    public ByteBuffer bytes() {
        return memory.bytes();
    }

    @Override
    public int sender() {
        return sender;
    }

    @Override
    public void release() {
        home.recycle(this);
    }
}
