package org.rmi4mpi.transport.mpi;

import org.rmi4mpi.bridge.LostRanks;
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.transport.ArrayTransfer;

/** A message that MPI reads from an array in the heap, or writes into one. */
final class MpiArrayTransfer extends ArrayTransfer {
    private final MpiTransport transport;
    private final boolean isSent;
    private final Memory memory;
    private final int bytes;
    private int peer;
    /** Tag of the send; 0 for a receive, or before the start. */
    private int tag;
    /** Null after completion. */
    private RequestSlot slot;

    MpiArrayTransfer(MpiTransport transport, boolean isSent, Memory memory, int bytes, RequestSlot slot) {
        this.transport = transport;
        this.isSent = isSent;
        this.memory = memory;
        this.bytes = bytes;
        this.slot = slot;
    }

    @Override
    public void start(int toOrFrom, int withTag) {
        peer = toOrFrom;
        tag = isSent ? withTag : 0;
        int code = isSent ? transport.startSending(memory, bytes, peer, withTag, slot)
                : transport.startReceiving(memory, bytes, peer, withTag, slot);
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

    /** Whether an operation has completed, or has failed with this code of MPI. */
    static boolean hasEnded(RequestSlot slot, int code) {
        return code != Mpi.SUCCESS || slot.isDone();
    }

    private void ended(int code) {
        if (hasEnded(slot, code)) {
            release();
            if (!isSent || !LostRanks.isLoss(code)) {
                transport.check(code, "exchange an array with", peer);
            }
        }
    }

    @Override
    public void release() {
        if (slot != null) {
            slot.release();
            slot = null;
            memory.release();
            if (tag != 0) {
                transport.freeTag(tag);
            }
        }
    }
}
