package org.rmi4mpi.transport.mpi;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.transport.Frame;

/** A frame in native memory. */
final class MpiFrame extends Frame {
    private final Consumer<MpiFrame> recycler;
    private final NativeBuffer memory;
    /** Null in a frame for receiving. */
    private final RequestSlot slot;
    private int sender = -1;
    private int receiver;
    /** Tag of the message in flight if it is large; otherwise 0. */
    private int tag;
    /** Bytes of the room for large frames that this frame uses, and the counter of that room; null if it uses none. */
    private int room;
    private AtomicLong taken;
    /** The thread that writes this frame, if it is large; null once it has been sent. */
    private volatile Thread writer;

    private MpiFrame(Consumer<MpiFrame> recycler, NativeBuffer memory, RequestSlot slot) {
        this.recycler = recycler;
        this.memory = memory;
        this.slot = slot;
    }

    /** @param recycler takes the frame when it is released */
    static MpiFrame toReceive(Consumer<MpiFrame> recycler, int capacity) {
        return new MpiFrame(recycler, NativeBuffer.acquire(capacity), null);
    }

    /** Allocates a frame with everything needed to send it. */
    static MpiFrame toSend(Consumer<MpiFrame> recycler, int capacity) {
        return new MpiFrame(recycler, NativeBuffer.acquire(capacity), RequestSlot.acquire());
    }

    /** The request slot of its send. */
    RequestSlot slot() {
        return slot;
    }

    /** The destination rank. */
    int receiver() {
        return receiver;
    }

    void setReceiver(int rank) {
        receiver = rank;
    }

    int tag() {
        return tag;
    }

    void setTag(int ofMessage) {
        tag = ofMessage;
    }

    /** Returns the memory to its pool. */
    void dissolve() {
        if (slot != null) {
            slot.release();
        }
        memory.release();
    }

    /** Sets the sender and the length, in bytes, of the message received into this frame. */
    MpiFrame arrived(int from, int length) {
        sender = from;
        memory.bytes().limit(length);
        return this;
    }

    void useRoom(int length, AtomicLong of) {
        room = length;
        taken = of;
    }

    /** Bytes of the room that this frame uses. */
    int room() {
        return taken == null ? 0 : room;
    }

    /** Another frame has taken over its room. */
    void passRoomOn() {
        taken = null;
    }

    /** Returns whether it used room. */
    boolean freeRoom() {
        if (taken == null) {
            return false;
        }
        taken.addAndGet(-room);
        taken = null;
        return true;
    }

    Thread writer() {
        return writer;
    }

    /** @param thread null when it has been sent */
    void setWriter(Thread thread) {
        writer = thread;
    }

    long address() {
        return memory.address();
    }

    /** Its memory for a transfer, which does not release it. */
    Memory borrowed() {
        return new Memory() {
            @Override
            public long address() {
                return memory.address();
            }

            @Override
            public void release() {} // The owner of the frame does.
        };
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
    public void letOthersArrive() {
        freeRoom();
    }

    @Override
    public void release() {
        recycler.accept(this);
    }
}
