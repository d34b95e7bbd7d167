package org.rmi4mpi.dispatch;

import java.util.concurrent.atomic.AtomicLong;
import org.rmi4mpi.transport.TransportException;

/** The heap of what the methods of this rank have sent, and other ranks have no room for yet. Used by any thread. */
final class BacklogHeap {
    /** The part of the heap that it may take: a quarter. */
    private static final int PART_OF_HEAP = 4;
    /** Heap of a frame beside its bytes: an entry, and the header of an array. */
    private static final int OVERHEAD = 64;

    private final int rank;
    private final long limit = Runtime.getRuntime().maxMemory() / PART_OF_HEAP;
    /** In bytes. */
    private final AtomicLong taken = new AtomicLong();

    BacklogHeap(int rank) {
        this.rank = rank;
    }

    /**
     * Takes the heap of a frame.
     *
     * @param bytes length of the frame
     * @throws TransportException if there is too much already
     */
    void take(int receiver, int bytes) {
        if (taken.addAndGet(bytes + OVERHEAD) > limit) {
            giveBack(bytes);
            throw tooMuch(receiver);
        }
    }

    void giveBack(int bytes) {
        taken.addAndGet(-(bytes + OVERHEAD));
    }

    private TransportException tooMuch(int receiver) {
        return new TransportException("the methods that run on rank " + rank + " have made more calls than"
                + " other ranks take: requests of " + (taken.get() >> 20) + " MiB wait here for room, of at most "
                + (limit >> 20) + " MiB, a quarter of the heap, and this one for rank " + receiver
                + " finds no place: make fewer one-way and asynchronous calls in a method, let it wait for a reply now"
                + " and then, or give the rank a larger heap (-Xmx)");
    }
}
