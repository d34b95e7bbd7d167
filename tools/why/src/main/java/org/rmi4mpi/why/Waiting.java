package org.rmi4mpi.why;

import java.io.Serializable;
import org.rmi4mpi.bridge.Awaited;

/**
 * A wait of a thread, or an asynchronous call without a reply.
 *
 * @param awaited null if the event has no name
 * @param unexpected a message that has come in place of the awaited one; empty for none
 * @param sinceNs when the wait began, in the time of its rank's {@link System#nanoTime}; 0 if unknown
 * @param seconds how long it has lasted; negative if unknown
 */
record Waiting(Awaited awaited, String unexpected, long sinceNs, long seconds) implements Serializable {}
