package org.rmi4mpi.dispatch;

import static org.rmi4mpi.dispatch.Counters.Count.MADE;
import static org.rmi4mpi.dispatch.Counters.Count.NANOSECONDS;
import static org.rmi4mpi.dispatch.Counters.Count.POLLS;
import static org.rmi4mpi.dispatch.Counters.Count.RINGS;
import static org.rmi4mpi.dispatch.Counters.Count.THREADS;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAccumulator;
import org.rmi4mpi.dispatch.Counters.Count;

/** Counts the events of a rank. */
public final class Statistics extends Probe {
    /** By the ordinal of {@link Count}. */
    private final LongAccumulator[] counts = Arrays.stream(Count.values())
            .map(count -> new LongAccumulator(count::join, 0)).toArray(LongAccumulator[]::new);

    @Override
    public void count(Count what, long value) {
        counts[what.ordinal()].accumulate(value);
    }

    @Override
    public long time() {
        return System.nanoTime();
    }

    @Override
    public void callEnds(PendingCall call, long time) {
        count(MADE, 1);
        count(NANOSECONDS, time - call.startedAt());
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
