package org.rmi4mpi.bridge;

import java.util.List;

/**
 * Operations and messages that a program left unfinished in package mpi.
 *
 * @param operations names of the calls that started operations which have not completed, without duplicates
 * @param message description of a message that arrived and was never received; empty if there is none
 */
public record Leftovers(List<String> operations, String message) {
    public static final Leftovers NONE = new Leftovers(List.of(), "");

    /** Description for a report; empty if nothing is left. */
    public String text() {
        String begun = operations.isEmpty() ? "" : String.join(", ", operations) + " has not ended";
        return begun + (begun.isEmpty() || message.isEmpty() ? "" : ", and ") + message;
    }
}
