package org.rmi4mpi.transport;

/** Takes the frames that arrive. */
@FunctionalInterface
public interface FrameHandler {
    /** The frame belongs to the handler from here on. Called by the thread that polls; must not block. */
    void accept(Frame frame);
}
