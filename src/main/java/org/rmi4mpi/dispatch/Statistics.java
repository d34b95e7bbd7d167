package org.rmi4mpi.dispatch;

import static org.rmi4mpi.dispatch.Counters.Count.BYTES_RECEIVED;
import static org.rmi4mpi.dispatch.Counters.Count.BYTES_SENT;
import static org.rmi4mpi.dispatch.Counters.Count.HAND_OVERS;
import static org.rmi4mpi.dispatch.Counters.Count.MADE;
import static org.rmi4mpi.dispatch.Counters.Count.MOST_THREADS;
import static org.rmi4mpi.dispatch.Counters.Count.MOST_WAITING;
import static org.rmi4mpi.dispatch.Counters.Count.NANOSECONDS;
import static org.rmi4mpi.dispatch.Counters.Count.PIPELINED;
import static org.rmi4mpi.dispatch.Counters.Count.POLLS;
import static org.rmi4mpi.dispatch.Counters.Count.RINGS;
import static org.rmi4mpi.dispatch.Counters.Count.SERVED;
import static org.rmi4mpi.dispatch.Counters.Count.SLEEPS;
import static org.rmi4mpi.dispatch.Counters.Count.THREADS;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAccumulator;
import org.rmi4mpi.dispatch.Counters.Count;

/** Counts the events of a rank. */
public final class Statistics extends Probe {
    /** By the ordinal of {@link Count}. */
    private final LongAccumulator[] counts = Arrays.stream(Count.values())
            .map(count -> new LongAccumulator(count::join, 0)).toArray(LongAccumulator[]::new);

    private void add(Count count, long value) {
        counts[count.ordinal()].accumulate(value);
    }

    @Override
    public void callBegins(PendingCall call) {
        call.setStart(System.nanoTime());
    }

    @Override
    public void callEnds(PendingCall call) {
        add(MADE, 1);
        add(NANOSECONDS, System.nanoTime() - call.startedAt());
    }

    @Override
    public void pipelined() {
        add(PIPELINED, 1);
    }

    @Override
    public void callServed() {
        add(SERVED, 1);
    }

    @Override
    public void sent(int bytes) {
        add(BYTES_SENT, bytes);
    }

    @Override
    public void received(int bytes) {
        add(BYTES_RECEIVED, bytes);
    }

    @Override
    public void handedOver() {
        add(HAND_OVERS, 1);
    }

    @Override
    public void slept() {
        add(SLEEPS, 1);
    }

    @Override
    public void threads(int count) {
        add(MOST_THREADS, count);
    }

    @Override
    public void waiting(int requests) {
        add(MOST_WAITING, requests);
    }

    @Override
    public Counters counters(long polls, long rings, int threads) {
        long[] values = Arrays.stream(counts).mapToLong(LongAccumulator::get).toArray();
        values[POLLS.ordinal()] = polls;
        values[RINGS.ordinal()] = rings;
        values[THREADS.ordinal()] = threads;
        return new Counters(values);
    }
}
