package org.rmi4mpi.jpvm.mail;

import org.rmi4mpi.transport.ArrayTransfer;

/** An array of mail that is being sent without its thread, and takes heap until it has left. Owned by the transport. */
final class LeavingArray extends ArrayTransfer {
    private final ArrayTransfer transfer;
    private final MailHeap heap;
    private long taken;

    /** @param taken bytes of the heap, which are given back when the array has left */
    LeavingArray(ArrayTransfer transfer, MailHeap heap, long taken) {
        this.transfer = transfer;
        this.heap = heap;
        this.taken = taken;
    }

    @Override
    public void start(int peer, int tag) {
        transfer.start(peer, tag);
    }

    @Override
    public boolean isDone() {
        boolean goesOn = false;
        try {
            goesOn = !transfer.isDone();
        } finally {
            if (!goesOn) {
                giveRoomBack();
            }
        }
        return !goesOn;
    }

    private void giveRoomBack() {
        heap.giveBack(taken);
        taken = 0;
    }

    @Override
    public void release() {
        transfer.release();
        giveRoomBack();
    }
}
