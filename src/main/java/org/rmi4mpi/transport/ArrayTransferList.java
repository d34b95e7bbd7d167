package org.rmi4mpi.transport;

/**
 * Transfers that their threads no longer wait for and that MPI has not completed. Linked through the transfers
 * themselves. Not synchronized.
 */
public final class ArrayTransferList {
    private ArrayTransfer first;

    public boolean isEmpty() {
        return first == null;
    }

    public void add(ArrayTransfer transfer) {
        transfer.next = first;
        first = transfer;
    }

    /** Removes completed transfers. */
    public void removeDone() {
        ArrayTransfer rest = first;
        first = null;
        while (rest != null) {
            ArrayTransfer each = rest;
            rest = each.next;
            if (!isDone(each)) {
                add(each);
            }
        }
    }

    private static boolean isDone(ArrayTransfer transfer) {
        try {
            return transfer.isDone();
        } catch (TransportException e) {
            return true; // No thread waits for this transfer any more.
        }
    }
}
