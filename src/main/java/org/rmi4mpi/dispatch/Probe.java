package org.rmi4mpi.dispatch;

import java.util.List;
import org.rmi4mpi.bridge.Completion;

/**
 * Receives the events of a rank. This implementation ignores them, and costs nothing where no other is loaded. Tools
 * extend it. Called by any thread, on the thread of the event. Must neither block nor throw.
 */
public class Probe {
    /** Returns one probe that passes each event to all of these. */
    public static Probe of(List<Probe> probes) {
        return switch (probes.size()) {
            case 0 -> new Probe();
            case 1 -> probes.get(0);
            default -> new JoinedProbe(probes);
        };
    }

    /** A call for which the current thread waits is about to be sent. */
    public void callBegins(PendingCall call) {}

    /** The current thread has the reply of its call, or waits for it no more. */
    public void callEnds(PendingCall call) {}

    /** An asynchronous call is about to be sent. */
    public void asyncBegins(PendingCall call) {}

    /** An asynchronous call has its outcome. The current thread need not be the one that has made the call. */
    public void asyncEnds(PendingCall call) {}

    /** A call without a reply is about to be sent. The text of the method names it. */
    public void oneWay(int rank, Object method) {}

    /** A one-way or asynchronous request is about to be sent. */
    public void pipelined() {}

    /** The current thread is about to read the arguments of a call, and to run its method. */
    public void methodBegins(ServedMethod served) {}

    /** The method has ended. Its reply has not been sent. */
    public void methodEnds(ServedMethod served) {}

    /** A reply is about to be sent. */
    public void callServed() {}

    /** A frame is about to be sent. */
    public void sent(int bytes) {}

    /** A frame has come. */
    public void received(int bytes) {}

    /** The current thread gives up the lead, because it is long in a method or waits in one. */
    public void handedOver() {}

    /** The current thread is about to sleep. */
    public void slept() {}

    /** The current thread has waited in vain for a message or mail, and goes on waiting. */
    public void waitBegins(Completion awaited) {}

    /** Such a wait has ended. */
    public void waitEnds() {}

    /** The crew has the given number of threads. */
    public void threads(int count) {}

    /** The given number of arrived frames wait for a crew thread. */
    public void waiting(int requests) {}

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
