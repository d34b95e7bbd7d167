package org.rmi4mpi.transport.mpi;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.transport.Frame;

/** A frame in memory that MPI reaches. */
final class MpiFrame extends Frame {
    private final MpiTransport home;
    private final NativeBuffer memory;
    /** Null where it is to be received into. */
    private final RequestSlot slot;
    private int sender = -1;
    private int receiver;
    /** Of its message, where it is large and has been sent; otherwise 0. */
    private int tag;
    /** What of the room for large frames it takes, and where that is counted; null where it is not. */
    private int room;
    private AtomicLong taken;

    private MpiFrame(MpiTransport home, NativeBuffer memory, RequestSlot slot) {
        this.home = home;
        this.memory = memory;
        this.slot = slot;
    }

    static MpiFrame toReceive(MpiTransport home, int capacity) {
        return new MpiFrame(home, NativeBuffer.acquire(capacity), null);
    }

    /** It has all that sending takes. */
    static MpiFrame toSend(MpiTransport home, int capacity) {
        return new MpiFrame(home, NativeBuffer.acquire(capacity), RequestSlot.acquire());
    }

    /** For its sending. */
    RequestSlot slot() {
        return slot;
    }

    /** The rank that it goes to. */
    int receiver() {
        return receiver;
    }

    void goesTo(int rank) {
        receiver = rank;
    }

    int tag() {
        return tag;
    }

    void hasTag(int ofMessage) {
        tag = ofMessage;
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
