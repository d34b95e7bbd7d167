package org.rmi4mpi.transport;

/** Handles arriving frames. */
@FunctionalInterface
public interface FrameHandler {
    /** Handles a frame, and takes ownership of it. Called by the polling thread. Must not block. */
    void accept(Frame frame);
}
