package org.rmi4mpi.dispatch;

import java.nio.ByteBuffer;

/**
 * The counts of a rank until now, or the sums of several ranks. Immutable.
 *
 * @param made calls with a waiting thread
 * @param nanoseconds duration of these calls
 * @param pipelined one-way and asynchronous calls
 * @param threads threads of the crew
 * @param mostThreads the most threads that a crew had at once
 * @param mostWaiting the most requests that waited at once at a rank
 */
public record Counters(long made, long nanoseconds, long pipelined, long served, long bytesSent, long bytesReceived,
        long polls, long handOvers, long sleeps, long rings, long threads, long mostThreads, long mostWaiting) {
    /** Those of a rank that counts nothing. */
    public static final Counters NONE = new Counters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Those of this rank and of another. A maximum is that of the rank with the most. */
    public Counters plus(Counters other) {
        return new Counters(made + other.made, nanoseconds + other.nanoseconds, pipelined + other.pipelined,
                served + other.served, bytesSent + other.bytesSent, bytesReceived + other.bytesReceived,
                polls + other.polls, handOvers + other.handOvers, sleeps + other.sleeps, rings + other.rings,
                threads + other.threads, Math.max(mostThreads, other.mostThreads),
                Math.max(mostWaiting, other.mostWaiting));
    }

    /** The counters of a rank as text. */
    public String text() {
        return sums() + String.format(", at most %d; at most %,d requests waited", mostThreads, mostWaiting);
    }

    /** The counters of several ranks as text. */
    public String totalText() {
        return sums() + String.format(", at most %d at one rank; at most %,d requests waited at one rank", mostThreads,
                mostWaiting);
    }

    private String sums() {
        return String.format("made %,d calls, %.2f us each, and %,d one-way or asynchronous; served %,d;"
                + " sent %,d bytes in frames, received %,d; %,d polls, %,d hand-overs, %,d sleeps, rang %,d times;"
                + " %d threads",
                made, made == 0 ? 0 : nanoseconds / 1e3 / made, pipelined, served, bytesSent, bytesReceived, polls,
                handOvers, sleeps, rings, threads);
    }

    /** For other ranks. They read it by {@link #of}. */
    public byte[] bytes() {
        long[] values = {made, nanoseconds, pipelined, served, bytesSent, bytesReceived, polls, handOvers, sleeps,
            rings, threads, mostThreads, mostWaiting};
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * values.length);
        bytes.asLongBuffer().put(values);
        return bytes.array();
    }

    public static Counters of(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        return new Counters(in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong(),
                in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong());
    }
}
