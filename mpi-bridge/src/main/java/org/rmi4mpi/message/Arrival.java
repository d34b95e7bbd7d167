package org.rmi4mpi.message;

import org.rmi4mpi.bridge.RequestSlot;

/** Takes what has arrived to where it belongs, and completes the outcome. */
@FunctionalInterface
public interface Arrival {
    void take(Outcome outcome);

    /** In words, how a message is longer than there is room for; of the parts of several ranks little is known. */
    default String truncated(RequestSlot ended) {
        return "what another rank gives is longer than this one has room for"
                + Check.at("give counts and datatypes that agree at all ranks");
    }
}
