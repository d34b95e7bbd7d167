package org.rmi4mpi.dispatch;

/**
 * Receives the events of a rank. This implementation ignores them. Called by any thread. Must neither block nor throw.
 */
class Probe {
    /** A call with a waiting thread is about to be sent. */
    void callBegins(PendingCall call) {}

    /** A call has its reply. */
    void callEnds(PendingCall call) {}

    /** A one-way or asynchronous call is about to be sent. */
    void pipelined() {}

    void callServed() {}

    void sent(int bytes) {}

    void received(int bytes) {}

    /** Another thread takes the lead, because the leader was long in a method or waits in one. */
    void handedOver() {}

    /** A thread is about to sleep. */
    void slept() {}

    /** The crew has the given number of threads. */
    void threads(int count) {}

    /** The given number of arrived frames wait for a crew thread. */
    void waiting(int requests) {}

    /**
     * Returns the counters; null where nothing is counted.
     *
     * @param polls number of polls of this rank
     * @param rings number of times this rank rang another
     * @param threads number of crew threads
     */
    Counters counters(long polls, long rings, int threads) {
        return null;
    }
}
