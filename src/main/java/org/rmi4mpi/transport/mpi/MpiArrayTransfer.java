package org.rmi4mpi.transport.mpi;

import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.transport.ArrayTransfer;

/** A message out of an array in the heap, or into one. */
final class MpiArrayTransfer implements ArrayTransfer {
    private final MpiTransport transport;
    private final int peer;
    private final Memory memory;
    private RequestSlot slot;

    MpiArrayTransfer(MpiTransport transport, int peer, Memory memory, RequestSlot slot) {
        this.transport = transport;
        this.peer = peer;
        this.memory = memory;
        this.slot = slot;
    }

    @Override
    public boolean isDone() {
        if (slot == null) {
            return true;
        }
        int code = slot.isDone() ? Mpi.SUCCESS : Mpi.test(slot);
        if (slot.isDone() || code != Mpi.SUCCESS) {
            slot.release();
            slot = null;
            memory.release();
            transport.check(code, "exchange an array with", peer);
        }
        return slot == null;
    }
}
