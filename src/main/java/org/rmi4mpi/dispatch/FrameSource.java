package org.rmi4mpi.dispatch;

import org.rmi4mpi.transport.FrameHandler;

/** Frames that come beside those of the transport. Polled by one thread at a time, which waits for nothing. */
@FunctionalInterface
public interface FrameSource {
    /** Takes a frame if one has arrived, and gives it to the handler where the crew has to run it. Returns their number. */
    int poll(FrameHandler handler);
}
