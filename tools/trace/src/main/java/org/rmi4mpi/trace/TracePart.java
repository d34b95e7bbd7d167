package org.rmi4mpi.trace;

import java.io.Serializable;

/**
 * Some events of one thread of a rank, in the order of their beginnings.
 *
 * @param thread number of the thread, unique in the rank
 * @param times when they began, in nanoseconds, by the clock of the rank
 * @param ends {@link Chunk#NO_END} for those that have none
 * @param callIds those of calls at the calling rank; 0 for none
 * @param peers the other ranks of calls; -1 for none
 * @param codes see {@link EventKind#code}
 * @param names indices of the texts
 */
record TracePart(int thread, String threadName, long[] times, long[] ends, long[] callIds, int[] peers, byte[] codes,
        int[] names,
        String[] texts) implements Serializable {
    int size() {
        return times.length;
    }

    EventKind kind(int event) {
        return EventKind.ofCode(codes[event]);
    }

    boolean begins(int event) {
        return EventKind.begins(codes[event]);
    }

    String text(int event) {
        return texts[names[event]];
    }
}
