package org.rmi4mpi.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Some events of one thread, in their order. The thread adds events. Any thread may read those that are there. */
final class Chunk {
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
        callIds = new long[capacity];
        peers = new int[capacity];
        codes = new byte[capacity];
        subjects = new Object[capacity];
    }

    int capacity() {
        return times.length;
    }

    /** Number of events that are there. */
    int size() {
        return (int) SIZE.getAcquire(this);
    }

    /**
     * Adds an event. Requires that there is room.
     *
     * @param nanoTime in the time of {@link System#nanoTime}
     * @param subject its text names what the thread calls, runs or waits for
     */
    void add(long nanoTime, EventKind kind, boolean begins, int peer, long callId, Object subject) {
        int at = size;
        times[at] = nanoTime;
        callIds[at] = callId;
        peers[at] = peer;
        codes[at] = kind.code(begins);
        subjects[at] = subject;
        SIZE.setRelease(this, at + 1);
    }

    /** The events as other ranks get them. Each text stands in it once. */
    TracePart part() {
        int count = size();
        Map<String, Integer> texts = new LinkedHashMap<>();
        int[] names = new int[count];
        for (int i = 0; i < count; i++) {
            names[i] = texts.computeIfAbsent(String.valueOf(subjects[i]), text -> texts.size());
        }
        return new TracePart(thread, threadName, Arrays.copyOf(times, count), Arrays.copyOf(callIds, count),
                Arrays.copyOf(peers, count), Arrays.copyOf(codes, count), names, texts.keySet().toArray(new String[0]));
    }
}
