package org.rmi4mpi.monitor;

import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.rmi4mpi.dispatch.PendingCall;
import org.rmi4mpi.dispatch.Probe;
import org.rmi4mpi.dispatch.ServedMethod;

/** Counts the calls of this rank, and how long they took. */
final class MonitorProbe extends Probe {
    private static final int DIGITS = 2;
    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_S = 1e9;

    private final LongAdder calls = new LongAdder();
    private final LongAdder served = new LongAdder();
    private final Recorder times = new Recorder(DIGITS);
    private Histogram interval;
    private long callsBefore;
    private long askedAt = System.nanoTime();

    /** What the calls were since the last question. */
    record Interval(long calls, long served, double callsPerSecond, double medianUs, double p99Us) {}

    @Override
    public long time() {
        return System.nanoTime();
    }

    @Override
    public void callEnds(PendingCall call, long time) {
        add(call, time);
    }

    @Override
    public void asyncEnds(PendingCall call, long time) {
        add(call, time);
    }

    private void add(PendingCall call, long time) {
        calls.increment();
        times.recordValue(Math.max(0, time - call.startedAt()));
    }

    @Override
    public void oneWay(int rank, Object method, long bytes, long time) {
        calls.increment();
    }

    @Override
    public void methodEnds(ServedMethod method, long bytes, long began, long time) {
        served.increment();
    }

    /** Begins a new interval. */
    synchronized Interval next() {
        interval = times.getIntervalHistogram(interval);
        long made = calls.sum();
        long now = time();
        double rate = (made - callsBefore) * NS_PER_S / Math.max(1, now - askedAt);
        callsBefore = made;
        askedAt = now;
        boolean isEmpty = interval.getTotalCount() == 0;
        return new Interval(made, served.sum(), rate, isEmpty ? 0 : interval.getValueAtPercentile(50) / NS_PER_US,
                isEmpty ? 0 : interval.getValueAtPercentile(99) / NS_PER_US);
    }
}
