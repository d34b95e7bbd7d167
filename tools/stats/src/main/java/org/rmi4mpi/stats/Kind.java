package org.rmi4mpi.stats;

/** The kinds of what a rank does. */
enum Kind {
    /** A call that this rank made, until its outcome was there. The bytes are those of requests. */
    CALL("calls"),
    /** A method that this rank ran. The bytes are those of replies. */
    METHOD("methods"),
    /** A collective operation. The bytes are those that this rank gave. */
    COLLECTIVE("collectives"),
    /** A message that was sent, until its send had returned. */
    SENT("sent"),
    /** A message that was received, from the call that asks for it. */
    RECEIVED("received");

    /** The name in a file of figures. */
    final String member;

    Kind(String member) {
        this.member = member;
    }
}
