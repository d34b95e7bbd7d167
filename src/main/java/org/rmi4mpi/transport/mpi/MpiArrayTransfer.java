package org.rmi4mpi.transport.mpi;

import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.transport.ArrayTransfer;

/** A message out of an array in the heap, or into one. */
final class MpiArrayTransfer extends ArrayTransfer {
    private final MpiTransport transport;
    private final boolean isSent;
    private final Memory memory;
    private final int bytes;
    private int peer;
    /** Null when it is over. */
    private RequestSlot slot;

    MpiArrayTransfer(MpiTransport transport, boolean isSent, Memory memory, int bytes, RequestSlot slot) {
        this.transport = transport;
        this.isSent = isSent;
        this.memory = memory;
        this.bytes = bytes;
        this.slot = slot;
    }

    @Override
    public void start(int toOrFrom, int tag) {
        peer = toOrFrom;
        int code = isSent ? transport.startSending(memory, bytes, peer, tag, slot)
                : transport.startReceiving(memory, bytes, peer, tag, slot);
        ended(code);
    }

    @Override
    public boolean isDone() {
        if (slot == null) {
            return true;
        }
        ended(transport.test(slot));
        return slot == null;
    }

    private void ended(int code) {
        if (transport.hasEnded(slot, code)) {
            release();
            transport.check(code, "exchange an array with", peer);
        }
    }

    @Override
    public void release() {
        if (slot != null) {
            slot.release();
            slot = null;
            memory.release();
        }
    }
}
