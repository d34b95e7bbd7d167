package org.rmi4mpi.transport;

/**
 * Carries frames between the ranks of a job, in order per pair of ranks. Any thread may send; one
 * thread polls at a time.
 */
public interface Transport {
    int rank();

    int size();

    /** Memory for a frame of so many bytes or more, position 0. */
    Frame acquire(int capacity);

    /**
     * Sends the bytes from 0 to the frame's position, and takes the frame. Does not wait for the receiver.
     *
     * @throws TransportException where the rank cannot be reached
     */
    void send(int receiver, Frame frame);

    /** Hands what has arrived to the handler, and returns how many frames that were; never waits. */
    int poll(FrameHandler handler);

    /** Whether all that was sent has left, so that its memory is free again. Polling brings it about. */
    boolean isDrained();
}
