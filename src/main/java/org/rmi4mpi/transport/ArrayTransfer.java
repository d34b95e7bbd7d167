package org.rmi4mpi.transport;

import java.util.function.BooleanSupplier;

/**
 * The transfer of an array between two heaps. It allocates everything it needs before it starts, because it must not
 * fail once the other side has been told of it. Owned by the thread that created it, until {@link Transport#finish}.
 */
public abstract class ArrayTransfer implements BooleanSupplier {
    /** The next transfer in an {@link ArrayTransferList}. */
    ArrayTransfer next;

    /**
     * Starts sending the array to a rank, or receiving it from one. The array must not be changed until the transfer is
     * done.
     *
     * @param tag MPI tag; arrays with the same tag keep their order
     */
    public abstract void start(int peer, int tag);

    /**
     * Tests for completion, and makes progress.
     *
     * @throws TransportException if the transfer has failed, which also ends it
     */
    public abstract boolean isDone();

    /** Works as {@link #isDone}. A thread can wait for the transfer itself as its condition, without allocation. */
    @Override
    public final boolean getAsBoolean() {
        return isDone();
    }

    /** Frees the resources of a transfer that will not be started. */
    public abstract void release();
}
