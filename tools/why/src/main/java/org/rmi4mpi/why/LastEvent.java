package org.rmi4mpi.why;

import java.io.Serializable;
import java.util.Locale;
import org.rmi4mpi.dispatch.RecentEvent;

/**
 * An event of a rank, as a report tells it.
 *
 * @param thread id of the thread
 * @param state {@code waits} for a call without a reply, {@code sent} for what has left, {@code ended} otherwise
 * @param what the remote method, or the call of package mpi
 * @param on the communicator; empty for none
 * @param peer the other rank in MPI_COMM_WORLD; negative for none
 * @param id of a call, or the tag of a message
 * @param bytes of a message, or what the rank has given to a collective operation
 * @param secondsAgo up to a second too long, except for calls that a thread waits for
 */
record LastEvent(long thread, String threadName, String kind, String state, String what, String on, int peer, long id,
        long bytes, double secondsAgo) implements Serializable {
    private static final double NS_PER_MS = 1e6;
    private static final double MS_PER_S = 1e3;

    /** @param now in the time of {@link System#nanoTime} */
    static LastEvent of(RecentEvent event, long now) {
        String state = switch (event.kind()) {
            case ASYNC_CALL, ONE_WAY_CALL, SENT -> "sent";
            default -> event.isOpen() ? "waits" : "ended";
        };
        return new LastEvent(event.thread().getId(), event.thread().getName(),
                event.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '), state, event.what(), event.on(),
                event.peer(), event.id(), event.bytes(),
                Math.max(0, Math.round((now - event.time()) / NS_PER_MS) / MS_PER_S));
    }

    boolean isOpen() {
        return state.equals("waits");
    }

    /** The event in words, without its time. */
    String words() {
        String peerWords = peer < 0 ? "" : switch (kind) {
            case "sent" -> " to rank " + peer;
            case "received" -> " from rank " + peer;
            case "method" -> " for rank " + peer;
            default -> " at rank " + peer;
        };
        return what + peerWords + (kind.equals("sent") || kind.equals("received") ? ", tag " + id : "")
                + (on.isEmpty() ? "" : " on " + on)
                + (kind.equals("async outcome") ? " has ended" : "");
    }
}
