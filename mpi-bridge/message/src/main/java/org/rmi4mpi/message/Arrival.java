package org.rmi4mpi.message;

import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.MessageException;

/** Takes arrived data to its place, and completes the outcome. */
@FunctionalInterface
public interface Arrival {
    void take(Outcome outcome);

    /**
     * The exception for an operation that has failed; null for MPI's own words.
     *
     * @param code of MPI
     */
    default MessageException failure(RequestSlot ended, int code) {
        return null;
    }

    /**
     * The text of the exception for a message that is longer than its room. Where several ranks send parts, MPI does
     * not tell which part is too long.
     */
    default String truncated(RequestSlot ended) {
        return "another rank gives more data than this rank has room for"
                + Check.at("give counts and datatypes that agree at all ranks");
    }
}
