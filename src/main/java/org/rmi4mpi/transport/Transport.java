package org.rmi4mpi.transport;

/**
 * Carries frames between the ranks of a job; requests in order per pair of ranks. Any thread may send; one thread polls
 * at a time.
 */
public interface Transport {
    int rank();

    int size();

    /** Memory for a frame of so many bytes or more, position 0. */
    Frame acquire(int capacity);

    /** As {@link #acquire}, but null where large frames that have not left yet take too much; polling helps. */
    Frame tryAcquire(int capacity);

    /**
     * Sends the bytes from 0 to the frame's position. Does not wait for the receiver.
     *
     * @return whether they have left already, so that the frame remains the caller's; else the transport has taken it
     * @throws TransportException where the rank cannot be reached; the frame remains the caller's
     */
    boolean send(int receiver, Frame frame);

    /** Whether an array of so many bytes can travel from where it lies to where it will lie. */
    boolean carriesArrays(long bytes);

    /** For arrays that belong together; from 1 to {@link Short#MAX_VALUE}. */
    int newTag();

    /** Sends an array of a primitive type; it must not be changed until that is done. */
    ArrayTransfer sendArray(int receiver, int tag, Object array, int bytes);

    /** Receives an array that was sent with this tag: those of one tag in their order. */
    ArrayTransfer receiveArray(int sender, int tag, Object array, int bytes);

    /** Hands what has arrived to the handler, and returns how many frames that were; never waits. */
    int poll(FrameHandler handler);

    /** Whether all that was sent has left, so that its memory is free again. Polling brings it about. */
    boolean isDrained();

    /** Whether something is under way that only polling brings to its end. */
    boolean needsPolling();

    Bell bell();

    /** Receives nothing any more; nobody polls from here on. */
    void close();
}
