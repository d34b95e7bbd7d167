package org.rmi4mpi.dispatch;

import org.rmi4mpi.transport.FrameHandler;

/** Frames that come beside those of the transport. Polled by one thread at a time, which waits for nothing. */
public interface FrameSource {
    /** Takes a frame if one has arrived, and gives it to the handler where the crew has to run it. Returns their number. */
    int poll(FrameHandler handler);

    /** Whether a frame comes or leaves in parts, each of which needs a poll. Called by any thread. */
    boolean needsPolling();
}
