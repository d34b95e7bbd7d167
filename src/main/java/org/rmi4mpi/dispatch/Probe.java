package org.rmi4mpi.dispatch;

/** Is told what a rank does. This one does nothing with it. Called by any thread; must neither wait nor fail. */
class Probe {
    /** A call that its thread waits for is about to be sent. */
    void callBegins(PendingCall call) {}

    /** It has its reply. */
    void callEnds(PendingCall call) {}

    /** A call that nobody waits for is about to be sent. */
    void pipelined() {}

    void callServed() {}

    void sent(int bytes) {}

    void received(int bytes) {}

    /** Another thread leads, since the one before was long in a method or waits in it. */
    void handedOver() {}

    /** A thread is about to sleep. */
    void slept() {}

    /** The crew has so many threads. */
    void threads(int count) {}

    /** So many requests have arrived that no thread has taken. */
    void waiting(int requests) {}

    /**
     * What has been seen so far, in words.
     *
     * @param polls of the rank, so far
     * @param rings of other ranks
     * @param threads that the crew has
     */
    String text(long polls, long rings, int threads) {
        return "";
    }
}
