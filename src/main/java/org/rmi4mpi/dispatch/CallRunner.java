package org.rmi4mpi.dispatch;

import org.rmi4mpi.transport.Frame;

/**
 * Carries out the frames that one thread takes, one after the other; implemented by the layer above. Its text tells
 * which call it runs; any thread may ask for it.
 */
public interface CallRunner {
    /** This thread will run a frame. Under the poll lock: those that come after it are taken after this. */
    default void begins(Frame frame) {}

    /**
     * Runs a call and sends the reply to it; or takes a reply that no thread waits for, or a cancellation. May block. The
     * frame belongs to the runner.
     */
    void run(Frame frame);
}
