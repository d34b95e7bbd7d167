package org.rmi4mpi.dispatch;

import java.util.List;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.bridge.MessageProbe;

/**
 * Receives the events of a rank, with those of package {@code mpi}. This implementation ignores them, and costs nothing
 * where no other is loaded. Tools extend it. Called by any thread, on the thread of the event. Must neither block nor throw.
 */
public class Probe extends MessageProbe {
    /** Returns one probe that passes each event to all of these. */
    public static Probe of(List<Probe> probes) {
        return switch (probes.size()) {
            case 0 -> new Probe();
            case 1 -> probes.get(0);
            default -> new JoinedProbe(probes);
        };
    }

    /** A call for which the current thread waits has been sent. It began at {@link PendingCall#startedAt}. */
    public void callBegins(PendingCall call) {}

    /**
     * The current thread has the reply of its call, or waits for it no more.
     *
     * @param time by {@link #time}
     */
    public void callEnds(PendingCall call, long time) {}

    /** An asynchronous call is about to be sent, at {@link PendingCall#startedAt}. */
    public void asyncBegins(PendingCall call) {}

    /**
     * An asynchronous call has its outcome. The current thread need not be the one that has made the call.
     *
     * @param time by {@link #time}
     */
    public void asyncEnds(PendingCall call, long time) {}

    /**
     * A call without a reply is about to be sent.
     *
     * @param method its text names it
     * @param bytes of the request
     * @param time by {@link #time}
     */
    public void oneWay(int rank, Object method, long bytes, long time) {}

    /**
     * The current thread is about to read the arguments of a call, and to run its method.
     *
     * @param time by {@link #time}
     */
    public void methodBegins(ServedMethod served, long time) {}

    /**
     * The method has ended, and its reply has left if there is one, so that the caller does not wait for this. The methods of a
     * batch end before its reply.
     *
     * @param bytes of the reply; 0 if it is written later, or is an exception
     * @param began when the method began, by {@link #time}
     * @param time when it ended: before its reply left if that is long, and after that if it is short
     */
    public void methodEnds(ServedMethod served, long bytes, long began, long time) {}

    /** Something happened that is only counted: so often, or to this size. */
    public void count(Counters.Count what, long value) {}

    /** The current thread has waited in vain for a message or mail, and goes on waiting. */
    public void waitBegins(Completion awaited) {}

    /** Such a wait has ended. */
    public void waitEnds() {}

    /** The current thread begins to run the main of a task. */
    public void taskBegins() {}

    /** That main has ended. */
    public void taskEnds() {}

    /**
     * Returns the counters; null where nothing is counted.
     *
     * @param polls number of polls of this rank
     * @param rings number of times this rank rang another
     * @param threads number of crew threads
     */
    public Counters counters(long polls, long rings, int threads) {
        return null;
    }
}
