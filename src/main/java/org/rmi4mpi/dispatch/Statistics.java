package org.rmi4mpi.dispatch;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What a rank has done, counted where it is asked for. Added to by any thread. */
final class Statistics {
    private final LongAdder made = new LongAdder();
    private final LongAdder nanoseconds = new LongAdder();
    private final LongAdder pipelined = new LongAdder();
    private final LongAdder served = new LongAdder();
    private final LongAdder bytesSent = new LongAdder();
    private final LongAdder bytesReceived = new LongAdder();
    private final LongAdder handOvers = new LongAdder();
    private final LongAdder sleeps = new LongAdder();
    private final LongAdder rings = new LongAdder();
    private final AtomicInteger mostThreads = new AtomicInteger();
    private final AtomicInteger mostWaiting = new AtomicInteger();

    void callMade(long took) {
        made.increment();
        nanoseconds.add(took);
    }

    void pipelined() {
        pipelined.increment();
    }

    void callServed() {
        served.increment();
    }

    void sent(int bytes) {
        bytesSent.add(bytes);
    }

    void received(int bytes) {
        bytesReceived.add(bytes);
    }

    /** Another thread leads, since the one before was long in a method or waits in it. */
    void handedOver() {
        handOvers.increment();
    }

    void slept() {
        sleeps.increment();
    }

    void rang() {
        rings.increment();
    }

    void threads(int count) {
        mostThreads.accumulateAndGet(count, Math::max);
    }

    void waiting(int requests) {
        mostWaiting.accumulateAndGet(requests, Math::max);
    }

    String text(long polls, int threads) {
        long calls = made.sum();
        return String.format("made %,d calls, %.2f us each, and %,d not waited for; served %,d; sent %,d bytes in frames,"
                + " received %,d; %,d polls, %,d hand-overs, %,d sleeps, rang %,d times; %d threads, at most %d; at most"
                + " %,d requests waited", calls, calls == 0 ? 0 : nanoseconds.sum() / 1e3 / calls, pipelined.sum(),
                served.sum(), bytesSent.sum(), bytesReceived.sum(), polls, handOvers.sum(), sleeps.sum(), rings.sum(),
                threads, mostThreads.get(), mostWaiting.get());
    }
}
