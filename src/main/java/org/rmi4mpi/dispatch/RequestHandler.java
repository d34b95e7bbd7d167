package org.rmi4mpi.dispatch;

import org.rmi4mpi.transport.Frame;

/** Carries out the requests that arrive; implemented by the layer above. */
@FunctionalInterface
public interface RequestHandler {
    /**
     * Runs a call and returns the reply to it, whose call id the dispatcher fills in. Called on a worker
     * thread; may block. The request belongs to the handler.
     */
    Frame handle(int caller, Frame request);
}
