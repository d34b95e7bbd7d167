package org.rmi4mpi.bridge;

import java.util.List;

/**
 * What a program has left in package mpi.
 *
 * @param operations the calls that have started operations which have not ended, each once
 * @param message a message that has come and was not received, in words; empty where there is none
 */
public record Leftovers(List<String> operations, String message) {
    public static final Leftovers NONE = new Leftovers(List.of(), "");

    /** In words; empty where there is nothing. */
    public String text() {
        String begun = operations.isEmpty() ? "" : String.join(", ", operations) + " has not ended";
        return begun + (begun.isEmpty() || message.isEmpty() ? "" : ", and ") + message;
    }
}
