package org.rmi4mpi.trace;

/** The kinds of events. An event of {@link #CALL}, {@link #METHOD} or {@link #WAIT} has an end; others are two, but one. */
enum EventKind {
    /** The current thread waits for the reply to its call. The peer is the called rank. */
    CALL,
    /** As {@link #CALL}, where a future takes the outcome, on any thread. */
    ASYNC,
    /** A call without a reply leaves. It has no end. */
    ONE_WAY,
    /** A method runs for a call. The peer is the calling rank. */
    METHOD,
    /** A wait that lasts, for a message or for mail. */
    WAIT,
    /**
     * A message leaves, and the peer gets it. Its two events are recorded when it has left. The first one has its bytes in place of
     * an id, and the communicator; the second one its tag and number (see {@link MessageNumbers}), and the call.
     */
    SENT,
    /** As {@link #SENT}, where a message of the peer has come. */
    RECEIVED,
    /** As {@link #SENT}, for a collective operation, which has neither peer nor number. */
    COLLECTIVE;

    private static final EventKind[] ALL = values();

    /** A number for the kind, and for whether the event is a beginning. */
    byte code(boolean begins) {
        return (byte) (2 * ordinal() + (begins ? 1 : 0));
    }

    /** Whether it is one of package mpi, whose events are recorded when it has ended. */
    boolean isMessage() {
        return ordinal() >= SENT.ordinal();
    }

    /** The peer of a message, in words. */
    String toward(int peer) {
        return switch (this) {
            case SENT -> " to rank " + peer;
            case RECEIVED -> " from rank " + peer;
            default -> "";
        };
    }

    static EventKind ofCode(byte code) {
        return ALL[code >> 1];
    }

    static boolean begins(byte code) {
        return (code & 1) != 0;
    }
}
