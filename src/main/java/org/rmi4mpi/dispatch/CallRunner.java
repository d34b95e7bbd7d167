package org.rmi4mpi.dispatch;

import org.rmi4mpi.transport.Frame;

/**
 * Processes the frames of one crew thread in turn. Implemented by the layer above. Its {@code toString} names the call
 * in progress, and any thread may call it.
 */
public interface CallRunner {
    /**
     * Allocates everything needed to answer a call in case of failures. The thread calls this before it takes a call.
     *
     * @throws OutOfMemoryError if memory is short; then the thread takes no call
     */
    default void makeReady() {}

    /** Retries work that failed for lack of stack or memory. Called periodically. */
    default void lookAround() {}

    /**
     * Announces that this thread will run the frame. Called under the poll lock, in the order of arrival. Must not
     * allocate.
     */
    default void beginCall(Frame frame) {}

    /** The rank whose call runs. Any thread may ask. */
    default int caller() {
        return -1;
    }

    /** The id of the call that runs, at the rank that has made it; 0 if it is unknown. Any thread may ask. */
    default long callId() {
        return 0;
    }

    /**
     * Runs a call and sends its reply, or handles a cancellation or a reply that no thread waits for. May block. The
     * runner owns the frame. When memory is short, the method reports that to the caller of the request and throws
     * nothing.
     */
    void run(Frame frame);

    /**
     * Tells the caller that its request is refused because no thread is available to run it. The runner owns the frame.
     */
    void refuse(Frame request);
}
