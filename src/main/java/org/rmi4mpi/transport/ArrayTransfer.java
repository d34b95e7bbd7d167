package org.rmi4mpi.transport;

import java.util.function.BooleanSupplier;

/**
 * An array on its way between two heaps. All that it needs it has before it starts: once the other side has been told of
 * it, nothing may be wanting. Owned by the thread that made it, until {@link Transport#finish}.
 */
public abstract class ArrayTransfer implements BooleanSupplier {
    /** The one behind it among those that have been left to the transport. */
    ArrayTransfer next;

    /**
     * Sends the array to a rank, or receives it from one. It must not be changed until that is done.
     *
     * @param tag that it is sent with; arrays of one tag keep their order
     */
    public abstract void start(int peer, int tag);

    /**
     * Whether it is over. Asking brings it about.
     *
     * @throws TransportException where it has failed; it is over then, too
     */
    public abstract boolean isDone();

    /** As {@link #isDone}: a thread waits for it without memory of its own. */
    @Override
    public final boolean getAsBoolean() {
        return isDone();
    }

    /** Gives back what it has, where it does not start. */
    public abstract void release();
}
