package org.rmi4mpi.dispatch;

import org.rmi4mpi.transport.Frame;

/**
 * Carries out the frames that one thread takes, one after the other; implemented by the layer above. Its text tells
 * which call it runs; any thread may ask for it.
 */
public interface CallRunner {
    /**
     * Runs a call and sends the reply to it; or takes a reply that no thread waits for, or a cancellation. May block. The
     * frame belongs to the runner.
     */
    void run(Frame frame);
}
