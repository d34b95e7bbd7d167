package org.rmi4mpi.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Some events of one thread, in the order of their beginnings. The thread adds events, and their ends. Any thread may read those
 * that are there. Storing a reference is costly, and one that is there is not stored again: a chunk that is used again has many.
 */
final class Chunk {
    /** The end of an event that has none, or none yet. */
    static final long NO_END = Long.MIN_VALUE;

    private static final VarHandle SIZE;

    static {
        try {
            SIZE = MethodHandles.lookup().findVarHandle(Chunk.class, "size", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int thread;
    private final String threadName;
    private final long[] times;
    private final long[] ends;
    private final long[] callIds;
    private final int[] peers;
    private final byte[] codes;
    private final Object[] subjects;
    @SuppressWarnings("unused") // by the handle
    private int size;

    /**
     * @param thread number of the thread, unique in the rank
     * @param capacity number of events
     */
    Chunk(int thread, String threadName, int capacity) {
        this.thread = thread;
        this.threadName = threadName;
        times = new long[capacity];
        ends = new long[capacity];
        callIds = new long[capacity];
        peers = new int[capacity];
        codes = new byte[capacity];
        subjects = new Object[capacity];
    }

    int thread() {
        return thread;
    }

    int capacity() {
        return times.length;
    }

    /** Number of events that are there. */
    int size() {
        return (int) SIZE.getAcquire(this);
    }

    /** Removes the events. Called by the thread. */
    void clear() {
        SIZE.setRelease(this, 0);
    }

    /**
     * Adds an event. Requires that there is room. Returns its place.
     *
     * @param nanoTime in the time of {@link System#nanoTime}
     * @param subject its text names what the thread calls, runs or waits for
     */
    int add(long nanoTime, EventKind kind, boolean begins, int peer, long callId, Object subject) {
        int at = size;
        times[at] = nanoTime;
        ends[at] = NO_END;
        callIds[at] = callId;
        peers[at] = peer;
        codes[at] = kind.code(begins);
        if (subjects[at] != subject) {
            subjects[at] = subject;
        }
        SIZE.setRelease(this, at + 1);
        return at;
    }

    EventKind kind(int at) {
        return EventKind.ofCode(codes[at]);
    }

    /** Ends the event at a place. */
    void end(int at, long nanoTime) {
        ends[at] = nanoTime;
    }

    /** The events as other ranks get them. Each text stands in it once. */
    TracePart part() {
        int count = size();
        Map<String, Integer> texts = new LinkedHashMap<>();
        int[] names = new int[count];
        for (int i = 0; i < count; i++) {
            names[i] = texts.computeIfAbsent(String.valueOf(subjects[i]), text -> texts.size());
        }
        return new TracePart(thread, threadName, Arrays.copyOf(times, count), Arrays.copyOf(ends, count),
                Arrays.copyOf(callIds, count), Arrays.copyOf(peers, count), Arrays.copyOf(codes, count), names,
                texts.keySet().toArray(new String[0]));
    }
}
