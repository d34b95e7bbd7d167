package org.rmi4mpi.dispatch;

import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Completion;

/**
 * A wait, for a report of waits. Immutable.
 *
 * @param thread null if no thread waits, as for an asynchronous call, or for a request that a method has left behind
 * @param awaited null if the event has no name
 * @param completion null if the thread tests no completion
 * @param since in the time of {@link System#nanoTime}; 0 if unknown
 */
public record Wait(Thread thread, Awaited awaited, Completion completion, long since) {
    static Wait of(Thread thread, Completion completion, long since) {
        return new Wait(thread, name(completion), completion, since);
    }

    /** What a wait is for may end, or be freed, while it is named. */
    private static Awaited name(Completion completion) {
        try {
            return completion.awaited();
        } catch (RuntimeException e) {
            return null;
        }
    }

    /** Whether the event is the reply to a call of a rank in Java. Those of other languages come as mail does. */
    public boolean isForReply() {
        return awaited != null && awaited.event() == Awaited.Event.REPLY && !(completion instanceof MailWait);
    }

    /** A call for whose reply no thread waits. */
    public static Wait unattended(PendingCall call) {
        return new Wait(null, name(call), null, 0);
    }

    /** A message that has come in place of the awaited one; empty for none. May call MPI. */
    public String unexpected() {
        try {
            return completion == null ? "" : completion.unexpected();
        } catch (RuntimeException e) {
            return ""; // As in name.
        }
    }
}
