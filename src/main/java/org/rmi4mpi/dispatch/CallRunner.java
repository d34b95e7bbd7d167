package org.rmi4mpi.dispatch;

import org.rmi4mpi.transport.Frame;

/**
 * Carries out the frames that one thread takes, one after the other; implemented by the layer above. Its text tells
 * which call it runs; any thread may ask for it.
 */
public interface CallRunner {
    /**
     * Makes ready all that is needed to answer a call, whatever fails. Called by its thread before it takes one.
     *
     * @throws OutOfMemoryError where that is not to be had: no call is taken then
     */
    default void makeReady() {}

    /** Does what could not be done for want of stack or memory, if there is something; called now and then. */
    default void lookAround() {}

    /**
     * This thread will run a frame. Under the poll lock: those that come after it are taken after this. Takes no memory.
     */
    default void begins(Frame frame) {}

    /**
     * Runs a call and sends the reply to it; or takes a reply that no thread waits for, or a cancellation. May block. The
     * frame belongs to the runner. Throws nothing for want of memory: then it says so to the caller.
     */
    void run(Frame frame);

    /** Tells the caller of a request that it is not run, since there is no thread for it. The frame belongs to the runner. */
    void refuse(Frame request);
}
