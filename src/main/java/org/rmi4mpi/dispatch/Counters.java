package org.rmi4mpi.dispatch;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The counts of a rank until now, or the sums of several ranks. Immutable. */
public final class Counters {
    /** Those of a rank that counts nothing. */
    public static final Counters NONE = new Counters(new long[Count.values().length]);

    /** What is counted. */
    public enum Count {
        /** Calls with a waiting thread. */
        MADE,
        /** Duration of these calls. */
        NANOSECONDS,
        /** One-way and asynchronous calls. */
        PIPELINED, SERVED, BYTES_SENT, BYTES_RECEIVED, POLLS, HAND_OVERS, SLEEPS, RINGS,
        /** Threads of the crew. */
        THREADS,
        /** The most threads that a crew had at once. */
        MOST_THREADS,
        /** The most requests that waited at once at a rank. */
        MOST_WAITING;

        /** Joins the counts of two ranks: a maximum is that of the rank with the most. */
        long join(long one, long other) {
            return this == MOST_THREADS || this == MOST_WAITING ? Math.max(one, other) : one + other;
        }
    }

    /** By the ordinal of {@link Count}. */
    private final long[] values;

    /** @param values by the ordinal of {@link Count}; not changed afterwards */
    Counters(long[] values) {
        this.values = values;
    }

    private long get(Count count) {
        return values[count.ordinal()];
    }

    /** Those of this rank and of another. */
    public Counters plus(Counters other) {
        return new Counters(Arrays.stream(Count.values()).mapToLong(each -> each.join(get(each), other.get(each)))
                .toArray());
    }

    /** The counters of a rank as text. */
    public String text() {
        return sums() + String.format(", at most %d; at most %,d requests waited", get(Count.MOST_THREADS),
                get(Count.MOST_WAITING));
    }

    /** The counters of several ranks as text. */
    public String totalText() {
        return sums() + String.format(", at most %d at one rank; at most %,d requests waited at one rank",
                get(Count.MOST_THREADS), get(Count.MOST_WAITING));
    }

    private String sums() {
        long made = get(Count.MADE);
        return String.format("made %,d calls, %.2f us each, and %,d one-way or asynchronous; served %,d;"
                + " sent %,d bytes in frames, received %,d; %,d polls, %,d hand-overs, %,d sleeps, rang %,d times;"
                + " %d threads",
                made, made == 0 ? 0 : get(Count.NANOSECONDS) / 1e3 / made, get(Count.PIPELINED), get(Count.SERVED),
                get(Count.BYTES_SENT), get(Count.BYTES_RECEIVED), get(Count.POLLS), get(Count.HAND_OVERS),
                get(Count.SLEEPS), get(Count.RINGS), get(Count.THREADS));
    }

    /** For other ranks. They read it by {@link #of}. */
    public byte[] bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * values.length);
        bytes.asLongBuffer().put(values);
        return bytes.array();
    }

    public static Counters of(byte[] bytes) {
        long[] values = new long[Count.values().length];
        ByteBuffer.wrap(bytes).asLongBuffer().get(values);
        return new Counters(values);
    }
}
