package org.rmi4mpi.stats;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.zip.DataFormatException;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** How often something happened, with which bytes, and how long it took. Thread-safe. */
final class Figures {
    /** Times are exact to 1 in 100. */
    private static final int DIGITS = 2;
    private static final double NS_PER_US = 1e3;

    private final LongAdder bytes = new LongAdder();
    private final LongAdder untimed = new LongAdder();
    private final Histogram times;

    Figures() {
        this(new ConcurrentHistogram(DIGITS));
    }

    private Figures(Histogram times) {
        this.times = times;
    }

    /** As other ranks get it. */
    record Sent(long bytes, long untimed, byte[] times) implements Serializable {}

    void add(long nanoseconds, long moreBytes) {
        times.recordValue(Math.max(0, nanoseconds));
        bytes.add(moreBytes);
    }

    /** Adds a call that nobody waits for. */
    void addUntimed(long moreBytes) {
        untimed.increment();
        bytes.add(moreBytes);
    }

    void add(Figures other) {
        times.add(other.times);
        bytes.add(other.bytes.sum());
        untimed.add(other.untimed.sum());
    }

    long count() {
        return times.getTotalCount() + untimed.sum();
    }

    boolean isTimed() {
        return times.getTotalCount() > 0;
    }

    long bytes() {
        return bytes.sum();
    }

    /** In microseconds; 0 if nothing was timed. */
    double percentile(double percent) {
        return isTimed() ? times.getValueAtPercentile(percent) / NS_PER_US : 0;
    }

    /** Of all that was timed, in seconds. */
    double totalSeconds() {
        return isTimed() ? times.getMean() * times.getTotalCount() / 1e9 : 0;
    }

    Sent sent() {
        ByteBuffer encoded = ByteBuffer.allocate(times.getNeededByteBufferCapacity());
        int length = times.encodeIntoCompressedByteBuffer(encoded);
        return new Sent(bytes.sum(), untimed.sum(), Arrays.copyOf(encoded.array(), length));
    }

    static Figures of(Sent sent) {
        try {
            Figures made = new Figures(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(sent.times), 0));
            made.times.setAutoResize(true);
            made.bytes.add(sent.bytes);
            made.untimed.add(sent.untimed);
            return made;
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("a histogram of another rank cannot be read", e);
        }
    }
}
