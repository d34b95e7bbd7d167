package org.rmi4mpi.transport;

/** Transfers that their threads have given up, and that MPI has not. Linked to each other; not synchronized. */
public final class ArrayTransferList {
    private ArrayTransfer first;

    public boolean isEmpty() {
        return first == null;
    }

    public void add(ArrayTransfer transfer) {
        transfer.next = first;
        first = transfer;
    }

    /** Drops those that are over. */
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
            return true; // whoever wanted it has gone
        }
    }
}
