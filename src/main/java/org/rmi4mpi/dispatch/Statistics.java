package org.rmi4mpi.dispatch;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Counts the events of a rank. */
final class Statistics extends Probe {
    private final LongAdder made = new LongAdder();
    private final LongAdder nanoseconds = new LongAdder();
    private final LongAdder pipelined = new LongAdder();
    private final LongAdder served = new LongAdder();
    private final LongAdder bytesSent = new LongAdder();
    private final LongAdder bytesReceived = new LongAdder();
    private final LongAdder handOvers = new LongAdder();
    private final LongAdder sleeps = new LongAdder();
    private final AtomicInteger mostThreads = new AtomicInteger();
    private final AtomicInteger mostWaiting = new AtomicInteger();

    @Override
    void callBegins(PendingCall call) {
        call.startedAt(System.nanoTime());
    }

    @Override
    void callEnds(PendingCall call) {
        made.increment();
        nanoseconds.add(System.nanoTime() - call.startedAt());
    }

    @Override
    void pipelined() {
        pipelined.increment();
    }

    @Override
    void callServed() {
        served.increment();
    }

    @Override
    void sent(int bytes) {
        bytesSent.add(bytes);
    }

    @Override
    void received(int bytes) {
        bytesReceived.add(bytes);
    }

    @Override
    void handedOver() {
        handOvers.increment();
    }

    @Override
    void slept() {
        sleeps.increment();
    }

    @Override
    void threads(int count) {
        mostThreads.accumulateAndGet(count, Math::max);
    }

    @Override
    void waiting(int requests) {
        mostWaiting.accumulateAndGet(requests, Math::max);
    }

    @Override
    Counters counters(long polls, long rings, int threads) {
        return new Counters(made.sum(), nanoseconds.sum(), pipelined.sum(), served.sum(), bytesSent.sum(),
                bytesReceived.sum(), polls, handOvers.sum(), sleeps.sum(), rings, threads, mostThreads.get(),
                mostWaiting.get());
    }
}
