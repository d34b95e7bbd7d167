package org.rmi4mpi.transport;

/**
 * Carries frames between the ranks of a job; requests in order per pair of ranks. Any thread may send; one thread polls
 * at a time.
 */
public interface Transport {
    int rank();

    int size();

    /**
     * Memory for a frame of so many bytes or more, position 0; all that is needed to send it is there.
     *
     * @throws OutOfMemoryError where there is none
     */
    Frame acquire(int capacity);

    /**
     * As {@link #acquire}, but null where large frames that have not left yet take too much, or others take the memory;
     * polling helps.
     *
     * @throws OutOfMemoryError where there can never be so much memory
     */
    Frame tryAcquire(int capacity);

    /** A frame that has to wait: the same, or one with the same bytes that takes less memory. */
    Frame compact(Frame arrived);

    /** For messages: how much of the memory that frames lie in is in use. */
    String memory();

    /**
     * Sends the bytes from 0 to the frame's position. Does not wait for the receiver. The frame is the transport's from
     * here on, but for one of a {@link FrameBuilder} that has left when this returns: see {@link Frame}.
     *
     * @throws TransportException where the rank cannot be reached; the frame remains the caller's
     * @throws OutOfMemoryError where it cannot be announced; nothing has left, and the frame remains the caller's
     */
    void send(int receiver, Frame frame);

    /** Whether an array of so many bytes can travel from where it lies to where it will lie. */
    boolean carriesArrays(long bytes);

    /** For arrays that belong together; from 1 to {@link Short#MAX_VALUE}. */
    int takeTag();

    /** All arrays that belong together have been started, or none will be. */
    void freeTag(int tag);

    /** Makes ready to send an array of a primitive type. */
    ArrayTransfer arrayToSend(Object array, int bytes);

    /** Makes ready to receive so many bytes into an array of a primitive type. */
    ArrayTransfer arrayToReceive(Object array, int bytes);

    /** A transfer that has been started, and that its thread does not wait for, is over some time. */
    void finish(ArrayTransfer transfer);

    /** Waits for an array that nobody wants, or has memory for: its sender can go on. Takes no memory of the JVM. */
    void discardArray(int sender, int tag, int bytes);

    /** Hands what has arrived to the handler, and returns how many frames that were; never waits. */
    int poll(FrameHandler handler);

    /** Whether all that was sent has left, so that its memory is free again. Polling brings it about. */
    boolean isDrained();

    /** Whether something is under way that only polling brings to its end. */
    boolean needsPolling();

    RankBell bell();

    /** Receives nothing any more; nobody polls from here on. */
    void close();
}
